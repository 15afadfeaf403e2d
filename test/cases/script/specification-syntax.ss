specification "broken.hrest" of "http://127.0.0.1"
async int f() {
    Response r = await get "/a";
    return r.code;
}
