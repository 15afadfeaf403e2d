specification "users.hrest" of "http://127.0.0.1"

async nat countUsers() {
    nat count = 0;
    nat page = 0;
    boolean last = false;
    while (!last) {
        Response r = await get "/users{?page}" {template = {page = page}};
        count += length(r.body.users);
        last = r.body.last;
        page += 1;
    }
    return count;
}
