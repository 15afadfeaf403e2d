specification "users.hrest" of "http://127.0.0.1"
async int f() {
    Response r = await get "/groups";
    return r.code;
}
