specification "users.hrest" of "http://127.0.0.1"
async int f(nat id) {
    Response r = await get "/user/${id}";
    return r.code;
}
