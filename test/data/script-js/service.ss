specification "service.hrest" of "http://127.0.0.1:@PORT@";

async any list(any since, any tags) {
    Response r = await get "/users{?since,tags*}" {template = {since = since, tags = tags}};
    return r;
}
async any user(int id) { Response r = await get "/users/${id}"; return r; }
async any userBy(any id) { return await get "/users/{id}" {template = {id = id}}; }
any userNow(int id) { return synch get "/users/${id}"; }
async any create(any body) { return await post "/users" {body = body}; }
any createNow(any body, string user) { return synch post "/users" {body = body, header = {basicAuthorization = user, "X-Mine" = 3}}; }
async any authorised(string user) { return await put "/users/${1}" {header = {basicAuthorization = user, Accept = "application/json"}}; }
async any typed() { return await patch "/users/${1}" {body = "x", header = {"Content-Type" = "application/merge-patch+json"}}; }
async any remove(int id) { return await delete "/users/${id}"; }
async any heads(int id) { return await head "/users/${id}"; }
async any text() { return await get "/text"; }
async any bad() { return await get "/bad"; }
any badNow() { return synch get "/bad"; }
async any binary() { return await get "/binary"; }
async any untyped() { return await get "/untyped"; }
async any drop() { return await get "/drop"; }
any dropNow() { return synch get "/drop"; }
async any file(string[] path) { return await get "/files{/path*}{?q}" {template = {path = path, q = "a b"}}; }
async any follow(string url) { return await get url as "/users/{id}"; }
any followNow(string url) { return synch get url as "/users/{id}"; }
async any lies(int id) { return await get "/lies/${id}"; }
any liesNow(int id) { return synch get "/lies/${id}"; }
async any mail(int id) { return await get "/mail/${id}"; }

any request = {body = {name = "first"}};
async any changing() {
    any r = {body = {name = "a"}};
    any sent = await post "/users" r;
    if (r in {body: {name: string}}) r.body.name = "b";
    return sent;
}
