specification "users.hrest" of "https://api.example"

async int f(int id) {
    Response response = await get "/users{?since}" {template = {since = id}};
    if (length(response.body) > 0) { return response.body[0].; }
    User u = {login = "", id = 0, site_admin = false};
    int x = u.si
    Response r = await get "/re";
    Response q = await get 
    Response s = await
    return 1;
}
