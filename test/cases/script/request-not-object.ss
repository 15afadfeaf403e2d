specification "users.hrest" of "http://127.0.0.1"
async int f(int x) {
    Response r = await get "/users" x;
    return r.code;
}
