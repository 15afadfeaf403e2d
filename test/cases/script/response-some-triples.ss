specification "users.hrest" of "http://127.0.0.1"
async string f({} data) {
    Response r = await post "/users" {body = data};
    return r.body.name;
}
