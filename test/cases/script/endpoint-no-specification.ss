async int f() {
    Response r = await get "/users";
    return r.code;
}
