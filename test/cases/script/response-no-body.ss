specification "users.hrest" of "http://127.0.0.1"
async any f(nat id) {
    Response r = await delete "/users/{id}" {template = {id = id}};
    return r.body;
}
