specification "users.hrest" of "http://127.0.0.1"
async int f(int n) {
    while (n > 0) inv (await get "/users").code == 200 {
        n -= 1;
    }
    return n;
}
