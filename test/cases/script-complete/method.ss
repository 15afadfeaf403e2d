specification "users.hrest" of "https://api.example"
async int f() {
    Response s = await 
    return 1;
}
