specification "users.hrest" of "http://127.0.0.1"
async int f() {
    Response r = await get "/users" {header = "token"};
    return r.code;
}
