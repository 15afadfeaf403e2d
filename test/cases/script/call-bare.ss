specification "users.hrest" of "http://127.0.0.1:8080"

async int f(int id) {
    Response r = get "/users/{id}" {template = {id = id}};
    return r.code;
}
