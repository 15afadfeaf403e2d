specification "users.hrest" of "http://127.0.0.1"
async int f({a: int} id) {
    Response r = await get "/users/${id}";
    return r.code;
}
