specification "users.hrest" of "http://127.0.0.1"
async string f(nat id) {
    Response r = await get "/users/{id}" {template = {id = id}};
    return r.body.name;
}
