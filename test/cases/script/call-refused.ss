specification "users.hrest" of "http://127.0.0.1:8080"

async int f(string id) {
    Response r = await get "/users/{id}" {template = {id = id}};
    return r.code;
}
