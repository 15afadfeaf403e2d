specification "users.hrest" of "http://127.0.0.1"
async string f() {
    Response r = await post "/users" {body = {name = "Ann"}};
    return r.body.email;
}
