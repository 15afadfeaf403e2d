/*
 * What compiled SafeScript needs at run time: integers, equality, copies, tests of types,
 * and calls of endpoints. Written by hand; it is the same for every program.
 *
 * Numbers are doubles. Integers are kept within 2^53 - 1, beyond which they would not be
 * exact; numbers with a fraction are rounded as JavaScript rounds them. A number in the
 * JSON of a response is taken as JSON.parse gives it, even if it had more digits.
 */

/* ---- Errors. */

/** A call that gave no response, or one that cannot be used. */
export class SafeScriptError extends Error {
  constructor(message, about = {}) {
    super(message);
    this.name = "SafeScriptError";
    this.method = about.method;
    this.url = about.url;
    this.status = about.status;
    if (about.cause !== undefined) this.cause = about.cause;
  }
}

/* ---- Numbers and strings. */

/** A result that has to be an integer; -0 becomes 0. */
export function int(x) {
  if (!Number.isSafeInteger(x)) {
    throw new RangeError(`${x} is no integer between -(2^53 - 1) and 2^53 - 1`);
  }
  return x + 0;
}

/** A result that may have a fraction; if it has none, it is an integer. */
export function num(x) {
  if (!Number.isFinite(x) || (Number.isInteger(x) && !Number.isSafeInteger(x))) {
    throw new RangeError(`${x} is too large a number`);
  }
  return x + 0;
}

/** The remainder of Euclidean division: never negative. */
export function mod(x, y) {
  if (y === 0) throw new RangeError("division by zero");
  const rest = x % y;
  return int(rest < 0 ? rest + Math.abs(y) : rest);
}

/** The quotient that goes with mod. x - x % y is a multiple of y no larger than x: exact. */
export function div(x, y) {
  if (y === 0) throw new RangeError("division by zero");
  const rest = x % y;
  const quotient = (x - rest) / y;
  return int(rest < 0 ? quotient - Math.sign(y) : quotient);
}

/** How many characters a string has, by code points. */
export function size(s) {
  let count = 0;
  for (const _ of s) count += 1;
  return count;
}

/* ---- Connectives that look at both sides. */

export function and(x, y) {
  return x && y;
}

export function or(x, y) {
  return x || y;
}

export function implies(x, y) {
  return !x || y;
}

/* ---- Arrays and objects. */

export function isObject(x) {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

/** Whether an object has a field of its own. */
export function has(object, name) {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/** Whether something is an array of elements that pass a test. */
export function isArray(x, test) {
  return Array.isArray(x) && x.every((item) => test(item));
}

/** Whether something is an object whose fields pass a test. */
export function isMap(x, test) {
  return isObject(x) && Object.keys(x).every((name) => test(x[name]));
}

/** Sets a field, even __proto__. */
export function set(object, name, value) {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return object;
}

/** A deep copy of a value: it shares nothing with it. */
export function copy(x) {
  if (Array.isArray(x)) return x.map(copy);
  if (typeof x !== "object" || x === null) return x;
  const result = {};
  for (const name of Object.keys(x)) {
    if (name === "__proto__") set(result, name, copy(x[name]));
    else result[name] = copy(x[name]);
  }
  return result;
}

/** Whether two values are the same, whatever they are made of. */
export function equal(x, y) {
  if (x === y) return true;
  if (typeof x !== "object" || typeof y !== "object" || x === null || y === null) return false;
  if (Array.isArray(x) || Array.isArray(y)) {
    return (
      Array.isArray(x) &&
      Array.isArray(y) &&
      x.length === y.length &&
      x.every((item, i) => equal(item, y[i]))
    );
  }
  const names = Object.keys(x);
  return (
    names.length === Object.keys(y).length &&
    names.every((name) => has(y, name) && equal(x[name], y[name]))
  );
}

/** So many of a value; none shares anything with another. */
export function mkarray(value, count) {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`an array cannot have ${count} elements`);
  }
  const result = new Array(count).fill(value);
  return typeof value === "object" && value !== null ? result.map(copy) : result;
}

/** Whether all integers from `from` up to and without `to` pass a test. */
export function all(from, to, test) {
  for (let i = from; i < to; i += 1) if (!test(i)) return false;
  return true;
}

/** Whether one of them does. */
export function some(from, to, test) {
  for (let i = from; i < to; i += 1) if (test(i)) return true;
  return false;
}

/* ---- URI templates: RFC 6570. */

const MANNERS = {
  "": { first: "", separator: ",", named: false, ifEmpty: "", reserved: false },
  "+": { first: "", separator: ",", named: false, ifEmpty: "", reserved: true },
  "#": { first: "#", separator: ",", named: false, ifEmpty: "", reserved: true },
  ".": { first: ".", separator: ".", named: false, ifEmpty: "", reserved: false },
  "/": { first: "/", separator: "/", named: false, ifEmpty: "", reserved: false },
  ";": { first: ";", separator: ";", named: true, ifEmpty: "", reserved: false },
  "?": { first: "?", separator: "&", named: true, ifEmpty: "=", reserved: false },
  "&": { first: "&", separator: "&", named: true, ifEmpty: "=", reserved: false },
};

const TRIPLET = /^%[0-9A-Fa-f]{2}/;
const UNRESERVED = /^[A-Za-z0-9._~-]$/;
const RESERVED = /^[:/?#[\]@!$&'()*+,;=]$/;

/** A character in UTF-8, each byte as a triplet; half of a surrogate pair as U+FFFD. */
function escaped(character) {
  return [...new TextEncoder().encode(character)]
    .map((byte) => "%" + byte.toString(16).toUpperCase().padStart(2, "0"))
    .join("");
}

/** The characters of a text; where triplets stay as they are, each counts as one. */
function charactersOf(text, reserved) {
  const result = [];
  for (let at = 0; at < text.length; ) {
    const triplet = reserved ? TRIPLET.exec(text.slice(at, at + 3)) : null;
    const one = triplet ? triplet[0] : String.fromCodePoint(text.codePointAt(at));
    result.push(one);
    at += one.length;
  }
  return result;
}

function encoded(text, reserved) {
  return charactersOf(text, reserved)
    .map((c) =>
      UNRESERVED.test(c) || (reserved && (RESERVED.test(c) || c.length === 3)) ? c : escaped(c),
    )
    .join("");
}

function isAbsent(x) {
  return x === undefined || x === null;
}

/** What is left of a list or an object when absent members are left out; names are null for a
 * list. Fields are in the order of their names, so that a URL does not depend on history. */
function membersOf(value, name) {
  const members = Array.isArray(value)
    ? value.map((item) => [null, item])
    : Object.keys(value)
        .sort((x, y) => compareText(x, y))
        .map((key) => [key, value[key]]);
  const present = members.filter((member) => !isAbsent(member[1]));
  if (present.some((member) => typeof member[1] === "object")) throw notExpandable(name);
  return present;
}

/** By code points, as UTF-8 sorts. */
function compareText(x, y) {
  const xs = [...x];
  const ys = [...y];
  for (let i = 0; i < xs.length && i < ys.length; i += 1) {
    if (xs[i] !== ys[i]) return xs[i].codePointAt(0) - ys[i].codePointAt(0);
  }
  return xs.length - ys.length;
}

function notExpandable(name) {
  return new SafeScriptError(`the value of '${name}' cannot be part of a URL`);
}

function named(name, value, manner) {
  return encoded(name, true) + (value === "" ? manner.ifEmpty : "=" + encoded(value, manner.reserved));
}

/** The parts that a variable is expanded to; none if it is absent. */
function expandVariable(variable, value, manner) {
  const { name, prefix, explode } = variable;
  if (isAbsent(value)) return [];
  if (typeof value !== "object") {
    const whole = String(value);
    const text =
      prefix > 0 ? charactersOf(whole, manner.reserved).slice(0, prefix).join("") : whole;
    return [manner.named ? named(name, text, manner) : encoded(text, manner.reserved)];
  }
  if (prefix > 0) throw notExpandable(name);
  const members = membersOf(value, name);
  if (members.length === 0) return [];
  if (explode) {
    return members.map(([key, item]) => {
      if (manner.named) return named(key === null ? name : key, String(item), manner);
      const text = encoded(String(item), manner.reserved);
      return key === null ? text : encoded(key, manner.reserved) + "=" + text;
    });
  }
  const joined = members
    .flatMap(([key, item]) => (key === null ? [item] : [key, item]))
    .map((item) => encoded(String(item), manner.reserved))
    .join(",");
  return [manner.named ? encoded(name, true) + "=" + joined : joined];
}

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;

function readVariable(text) {
  const explode = text.endsWith("*");
  const [name, prefix] = (explode ? text.slice(0, -1) : text).split(":");
  return { name, prefix: prefix === undefined ? 0 : Number(prefix), explode };
}

/** The literals and expressions of a template. */
function readTemplate(template) {
  const parts = [];
  let at = 0;
  for (const match of template.matchAll(EXPRESSION)) {
    if (match.index > at) parts.push({ literal: template.slice(at, match.index) });
    parts.push({ manner: MANNERS[match[1]], variables: match[2].split(",").map(readVariable) });
    at = match.index + match[0].length;
  }
  if (at < template.length) parts.push({ literal: template.slice(at) });
  return parts;
}

/** A template with the fields of an object in the place of its variables. */
export function expand(template, values) {
  const valueOf = (name) => (has(values, name) ? values[name] : undefined);
  return readTemplate(template)
    .map((part) => {
      if (part.literal !== undefined) return encoded(part.literal, true);
      const texts = part.variables.flatMap((v) =>
        expandVariable(v, valueOf(v.name), part.manner),
      );
      return texts.length > 0 ? part.manner.first + texts.join(part.manner.separator) : "";
    })
    .join("");
}

function quoted(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A pattern for what an expression expands to; NULL if it has more than one variable or is
 * of a kind that can expand to many things. */
function patternOf(part) {
  const { manner, variables } = part;
  if (manner.first === "?" || manner.first === "&") return `(?:\\${manner.first}[^#]*)?`;
  if (variables.length !== 1 || variables[0].explode || manner.named) return null;
  if (manner.first === "#") return "(?:#.*)?";
  const text = manner.reserved ? "[^?#]*" : "[A-Za-z0-9._~%-]*";
  return manner.first ? `(?:${quoted(manner.first)}${text})?` : text;
}

/** Whether a URL is what a template could have been expanded to. */
function matchesTemplate(url, template) {
  const patterns = readTemplate(template).map((part) =>
    part.literal !== undefined ? quoted(encoded(part.literal, true)) : patternOf(part),
  );
  return !patterns.includes(null) && new RegExp(`^${patterns.join("")}$`).test(url);
}

/* ---- Calls of endpoints. */

function base64(text) {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function headersOf(request) {
  const header = has(request, "header") ? request.header : {};
  const result = {};
  for (const name of Object.keys(header)) {
    if (name === "basicAuthorization") result.Authorization = "Basic " + base64(header[name]);
    else if (!isAbsent(header[name])) set(result, name, String(header[name]));
  }
  const given = Object.keys(result).map((name) => name.toLowerCase());
  if (has(request, "body") && !given.includes("content-type")) {
    result["Content-Type"] = "application/json";
  }
  return result;
}

function join(base, path) {
  return base.endsWith("/") && path.startsWith("/") ? base + path.slice(1) : base + path;
}

/** The URL of a call: a template filled in, or one that has to fit the template. */
function urlOf(base, template, request, { holes = {}, url }) {
  if (url === undefined) {
    const values = has(request, "template") ? copy(request.template) : {};
    for (const name of Object.keys(holes)) set(values, name, holes[name]);
    return join(base, expand(template, values));
  }
  const start = join(base, "");
  const path = url.startsWith(start) ? url.slice(start.length) : null;
  const rest = path !== null && start.endsWith("/") ? "/" + path : path;
  if (rest === null || !/^([/?#]|$)/.test(rest) || !matchesTemplate(rest, template)) {
    throw new SafeScriptError(`'${url}' is no URL of ${join(base, template)}`, { url });
  }
  return url;
}

/** All that is sent, as text: nothing of the request is looked at later. */
function prepare(method, base, template, request, how) {
  return {
    method: method.toUpperCase(),
    url: urlOf(base, template, request, how),
    headers: headersOf(request),
    body: has(request, "body") ? bodyText(request.body) : undefined,
    seen: how.promises ? asSeen(request, how) : undefined,
    promises: how.promises,
  };
}

function bodyText(body) {
  const text = JSON.stringify(body);
  return text === undefined ? "null" : text;
}

function problem(sent, message, rest = {}) {
  return new SafeScriptError(`${sent.method} ${sent.url}: ${message}`, {
    method: sent.method,
    url: sent.url,
    ...rest,
  });
}

function isText(type) {
  return /^(text\/|application\/(xml|x-www-form-urlencoded)|[^;]*\+xml)/i.test(type);
}

function isJson(type) {
  return /^[^;]*[/+]json\b/i.test(type);
}

/** The body of a response: JSON, or text if it says that it is. */
function parseBody(sent, status, type, text) {
  if (type !== "" && !isJson(type) && isText(type)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const what = isJson(type) || type === "" ? "is no JSON" : `is ${type}, no JSON`;
    throw problem(sent, `the body of the response ${what}`, { status, cause });
  }
}

/** A response as SafeScript has it. Headers are pairs. */
function responseOf(sent, status, pairs, text) {
  const header = {};
  for (const [name, value] of pairs) set(header, name.toLowerCase(), value);
  const response = { code: status, header };
  const type = has(header, "content-type") ? header["content-type"] : "";
  if (text !== "") response.body = parseBody(sent, status, type, text);
  if (sent.promises) keepPromises(sent, response);
  return response;
}

/**
 * Calls an endpoint. `how` may have the values in its URL as `holes`, or the URL itself as
 * `url`, and what the specification promises as `promises`.
 */
export function call(method, base, template, request, how = {}) {
  try {
    return fetchResponse(prepare(method, base, template, request, how));
  } catch (error) {
    return Promise.reject(error);
  }
}

async function fetchResponse(sent) {
  const { method, url, headers, body } = sent;
  let answer, text;
  try {
    answer = await fetch(url, { method, headers, body });
    text = await answer.text();
  } catch (cause) {
    const why = cause.cause && cause.cause.message ? cause.cause.message : cause.message;
    throw problem(sent, why, { cause });
  }
  return responseOf(sent, answer.status, answer.headers, text);
}

/** The same, and nothing else happens until the response is there. */
export function callSync(method, base, template, request, how = {}) {
  const sent = prepare(method, base, template, request, how);
  if (typeof XMLHttpRequest !== "undefined") return requestInBrowser(sent);
  if (children !== null) return requestInNode(sent);
  throw problem(sent, "a synchronous call needs a browser, or Node.js 20.16 or later");
}

function requestInBrowser(sent) {
  const request = new XMLHttpRequest();
  request.open(sent.method, sent.url, false);
  for (const name of Object.keys(sent.headers)) request.setRequestHeader(name, sent.headers[name]);
  try {
    request.send(sent.body);
  } catch (cause) {
    throw problem(sent, cause.message, { cause });
  }
  if (request.status === 0) throw problem(sent, "no response");
  const pairs = request
    .getAllResponseHeaders()
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return responseOf(sent, request.status, pairs, request.responseText);
}

/* The module that starts processes. Before version 20.16 it could only be had a moment after
 * this module was loaded; bundlers for browsers must not see its name. */
let children = null;
if (typeof process !== "undefined" && process.versions && process.versions.node) {
  const name = "node:child_process";
  if (process.getBuiltinModule) children = process.getBuiltinModule(name);
  else import(/* @vite-ignore */ name).then((loaded) => (children = loaded), () => {});
}

/* Reads what to send as JSON, and writes what came back. */
const CHILD = `
let input = "";
process.stdin.on("data", (part) => (input += part));
process.stdin.on("end", async () => {
  const { url, ...init } = JSON.parse(input);
  let result;
  try {
    const answer = await fetch(url, init);
    result = { status: answer.status, pairs: [...answer.headers], text: await answer.text() };
  } catch (error) {
    result = { why: error.cause && error.cause.message ? error.cause.message : error.message };
  }
  process.stdout.write(JSON.stringify(result));
});
`;

function requestInNode(sent) {
  const child = children.spawnSync(process.execPath, ["-e", CHILD], {
    input: JSON.stringify({ ...sent, seen: undefined }),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (child.error) throw problem(sent, child.error.message, { cause: child.error });
  if (child.status !== 0) throw problem(sent, child.stderr.trim() || "no response");
  const { why, status, pairs, text } = JSON.parse(child.stdout);
  if (why !== undefined) throw problem(sent, why);
  return responseOf(sent, status, pairs, text);
}

/* ---- What a specification promises. */

/** The request as the conditions of a specification see it. */
function asSeen(request, { holes = {} }) {
  const seen = { template: {}, header: {}, ...copy(request) };
  for (const name of Object.keys(holes)) set(seen.template, name, copy(holes[name]));
  return seen;
}

function holds(condition) {
  try {
    return condition() === true;
  } catch (error) {
    return false; // it speaks of what is not there
  }
}

/** Throws if a response breaks a promise: triples of a place, what has to hold before, and
 * what after. */
function keepPromises(sent, response) {
  const seen = { location: sent.url, ...sent.seen };
  for (const [place, before, after] of sent.promises(seen, response)) {
    if (holds(before) && !after.every(holds)) {
      throw problem(sent, `the response breaks ${place}`, { status: response.code });
    }
  }
}
