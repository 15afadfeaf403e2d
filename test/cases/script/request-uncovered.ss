specification "users.hrest" of "http://127.0.0.1"
async int f() {
    Response r = await post "/users" {body = {name = 3}};
    return r.code;
}
