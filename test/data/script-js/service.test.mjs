import { check, rejects, throws } from "./check.mjs";
import { SafeScriptError } from "./safescript.js";
import * as m from "./service.js";

const base = process.argv[2];
const checked = process.argv[3] === "checked";

const all = await m.list(5, { b: "x y", a: [1][0] });
check("list", [all.code, all.body.method, all.body.path], [200, "GET", "/users?since=5&a=1&b=x%20y"]);
check("left out", (await m.list(null, undefined)).body.path, "/users");
check("header names are small", [all.header["content-type"], all.header["x-mixed-case"]], ["application/json", "Yes"]);
check("no body, no type", [all.body.headers["content-type"], "body" in all.body.headers], [undefined, false]);
check("user", (await m.user(7)).body, { id: 7, name: "u7" });
check("user by a template", (await m.userBy(8)).body, { id: 8, name: "u8" });
check("user, at once", m.userNow(9).body, { id: 9, name: "u9" });
check("an error is a response", [(await m.user(404)).code, (await m.user(404)).body.error], [404, "none"]);

const made = await m.create({ name: "é𝄞", list: [1, { a: null }] });
check("create", [made.code, made.body.method, JSON.parse(made.body.body)], [201, "POST", { name: "é𝄞", list: [1, { a: null }] }]);
check("JSON is sent", made.body.headers["content-type"], "application/json");
check("a bad one", (await m.create(3)).code, 400);
const now = m.createNow({ name: "b" }, "ann:pässword");
check("create, at once", [now.code, now.body.method, now.body.headers["x-mine"], JSON.parse(now.body.body)], [201, "POST", "3", { name: "b" }]);
check("basic", now.body.headers.authorization, "Basic " + Buffer.from("ann:pässword", "utf8").toString("base64"));
const allowed = await m.authorised("Aladdin:open sesame");
check("authorised", [allowed.body.headers.authorization, allowed.body.headers.accept, allowed.body.headers["content-type"]], ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "application/json", undefined]);
check("a type of its own", (await m.typed()).body.headers["content-type"], "application/merge-patch+json");
check("an empty body", await m.remove(3).then((r) => [r.code, "body" in r]), [204, false]);
check("head", await m.heads(3).then((r) => [r.code, "body" in r, r.header["x-mixed-case"]]), [200, false, "Yes"]);
check("text", (await m.text()).body, "plain, not JSON");
check("a path", (await m.file(["a b", "c/d"])).body.path, "/files/a%20b/c%2Fd?q=a%20b");
check("changed after it was sent", JSON.parse((await m.changing()).body.body).name, "a");

const error = { name: "SafeScriptError", method: "GET", url: `${base}/bad`, status: 200, message: /is no JSON/ };
await rejects("bad JSON", m.bad(), error);
throws("bad JSON, at once", () => m.badNow(), "SafeScriptError", "is no JSON");
await rejects("no JSON", m.binary(), { ...error, url: `${base}/binary`, message: /application\/octet-stream/ });
check("JSON without a type", (await m.untyped()).body, { a: 1 });
await rejects("no response", m.drop(), { name: "SafeScriptError", url: `${base}/drop`, status: undefined });
throws("no response, at once", () => m.dropNow(), "SafeScriptError", "GET");
await rejects("an array in an array", m.list(1, [[1]]), { name: "SafeScriptError", message: /'tags'/ });
check("an instance", await m.bad().catch((e) => e instanceof SafeScriptError && e instanceof Error), true);

check("by URL", (await m.follow(`${base}/users/12`)).body.id, 12);
check("by URL, at once", m.followNow(`${base}/users/12`).body.id, 12);
for (const url of ["http://other.example/users/1", `${base}/users`, `${base}/users/1/2`, `${base}/users/1?x=2`, `${base}0/users/1`, "/users/1", `${base}/usersx1`]) {
  await rejects(`by ${url}`, m.follow(url), { name: "SafeScriptError", message: /is no URL of/ });
}
throws("by another URL, at once", () => m.followNow("http://x/"), "SafeScriptError", "is no URL of");

if (checked) {
  check("a promise that is kept", (await m.lies(3)).body, [4, 5]);
  await rejects("a promise that is broken", m.lies(4), { name: "SafeScriptError", status: 200, url: `${base}/lies/4`, message: /breaks service\.hrest:34$/ });
  throws("at once", () => m.liesNow(5), "SafeScriptError", "breaks service.hrest:34");
  await rejects("another code", m.mail(2), { message: /service\.hrest:39/ });
  check("what cannot be executed", (await m.mail(1)).body, { id: 1 });
} else {
  check("nothing is promised", (await m.lies(4)).body, [4, 5]);
}
