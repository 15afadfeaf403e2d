specification "resources-dummy.hrest" of "http://127.0.0.1"
async int f(int id) {
    Response r = await get "/employees/{id}" {template = {id = id}};
    return r.body.salary;
}
