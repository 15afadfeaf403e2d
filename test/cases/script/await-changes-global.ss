specification "users.hrest" of "http://127.0.0.1"
int visits = 1;
async int f() {
    visits = 1;
    Response users = await get "/users";
    return 100 / visits;
}
