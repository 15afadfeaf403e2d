specification "small.hrest" of "http://x.y"
async int f(nat id) {
    Response r = await get "/u/{id}" {template = {id = id}};
    r.body = "a";
    return r.body;
}
