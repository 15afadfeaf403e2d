specification "small.hrest" of "http://x.y"
async int f(nat id) {
    Request q = {template = {id = id}};
    Response r = await get "/u/{id}" q;
    q.template.id = id + 1;
    return 1 / (r.body == q.template.id ? 1 : 0);
}
