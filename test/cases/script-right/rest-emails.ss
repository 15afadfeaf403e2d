specification "users.hrest" of "http://127.0.0.1"

async string[] emails() {
    User[] users = (await get "/users{?page}" {template = {page = 0}}).body.users;
    string[] all where length(all) == length(users) = mkarray("", length(users));
    for (nat i = 0; i < length(users); i += 1) {
        if (users[i] in {email: string}) {
            all[i] = users[i].email;
        }
    }
    return all;
}
