// A client of a directory of people.
specification "directory.hrest" of "https://people.example/v1";

type Person = {id: int, name: string, ?tags: string[]};
type Found = Person | {error: string};

Person[] seen = mkarray({id = 0, name = "nobody"}, 3);
int next = 0;

external void log(string text) from "./log.js" as write;

function isNew(int id, int last) { id > last }

void remember(Person p) {
    seen[next % length(seen)] = p;
    next += 1;
}

async int add(string name where size(name) > 0) {
    Response r = await post "/people" {body = {name = name}};
    if (r.code == 201 && r in {body: Person}) {
        remember(r.body);
        return r.body.id;
    }
    log("not added: " ++ name);
    return -1;
}

async Found find(int id) {
    Response r = await get "/people/${id}";
    return r.code == 200 && r in {body: Person} ? r.body : {error = "nobody has this number"};
}

async Person[] since(int last) {
    Response r = await get "/people{?since}" {template = {since = last}};
    Person[] all = mkarray({id = 0, name = ""}, 0);
    if (r in {body: Person[]}) { all = r.body; }
    for (int i = 0; i < length(all); i += 1) { all[i].name = all[i].name ++ "!"; }
    return all;
}
