specification "users.hrest" of "http://127.0.0.1"
async User f() {
    User[] users = (await get "/users").body;
    return users[0];
}
