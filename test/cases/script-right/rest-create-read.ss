specification "users.hrest" of "http://127.0.0.1"

async string createAndRead(string name) {
    User user = (await post "/users" {body = {name = name}}).body;
    Response r = await get "/users/{id}" {template = {id = user.id}};
    if (r.code == 200) {
        return r.body.name;
    }
    return r.body.message;
}
