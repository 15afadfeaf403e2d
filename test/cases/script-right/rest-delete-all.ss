specification "users.hrest" of "http://127.0.0.1"

async nat deleteAll() {
    nat deleted = 0;
    Response r = await get "/users{?page}" {template = {page = 0}};
    User[] users = r.body.users;
    for (User u of users) {
        Response done = await delete "/users/{id}" {template = {id = u.id}};
        if (done.code == 204) {
            deleted += 1;
        }
    }
    return deleted;
}
