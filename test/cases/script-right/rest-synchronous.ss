specification "users.hrest" of "http://127.0.0.1"

string rename(string name) {
    Response r = synch post "/users" {body = {name = name}};
    return r.body.name ++ "!";
}
