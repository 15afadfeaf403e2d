specification "users.hrest" of "http://127.0.0.1"

type Failure = {error: string};

async (u: User where u.id == id)|Failure find(nat id) {
    Response r = await get "/users/${id}";
    if (r.code == 404) {
        return {error = r.body.message};
    }
    return r.body;
}

async string nameOf(nat id) {
    User|Failure found = await find(id);
    if (found in Failure) {
        return found.error;
    }
    return found.name;
}
