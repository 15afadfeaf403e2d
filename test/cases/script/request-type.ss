specification "users.hrest" of "http://127.0.0.1"
async int f(boolean|null id) {
    Response r = await get "/users/{id}" {template = {id = id}};
    return r.code;
}
