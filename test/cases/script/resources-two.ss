specification "resources-dummy.hrest" of "http://127.0.0.1"
async int f() {
    Response r = await post "/create" {body = {name = "Ann", salary = 3}};
    return r.body.salary;
}
