import { check, throws } from "./check.mjs";
import * as m from "./values.js";

const MAX = Number.MAX_SAFE_INTEGER;
check("add", m.add(1, 2), 3);
check("largest", m.add(MAX - 1, 1), MAX);
throws("add", () => m.add(MAX, 1), "RangeError");
throws("sub", () => m.sub(-MAX, 1), "RangeError");
throws("mul", () => m.mul(94906267, 94906267), "RangeError");
check("mul", m.mul(94906265, 94906265), 94906265 * 94906265);
check("no minus zero", [m.mul(0, -1), m.negated(0), m.quotient(0, -5), m.rest(-4, 2)], [0, 0, 0, 0]);
check("chain", m.chain(7, 3, 2), 7 - 1 - 35);
check("least", m.least(), -MAX);
check("sum", m.sum(0.5, 1), 1.5);
check("half", m.half(), 1.5);
throws("sum", () => m.sum(1e308, 1e308), "RangeError");

// Euclid: x == y * q + r, 0 <= r < |y|, also where doubles are at their end.
for (const [x, y] of [[7, 2], [-7, 2], [7, -2], [-7, -2], [0, 3], [6, 3], [-6, 3], [-MAX, 3], [MAX, -3], [-MAX, MAX], [-MAX, MAX - 1], [1, MAX], [-1, MAX], [-1, -MAX], [MAX, 2], [-MAX, 2]]) {
  const [q, r] = [m.quotient(x, y), m.rest(x, y)];
  check(`${x} / ${y}`, [BigInt(x) === BigInt(y) * BigInt(q) + BigInt(r), r >= 0 && r < Math.abs(y)], [true, true]);
}
throws("1 / 0", () => m.quotient(1, 0), "RangeError", "division by zero");
throws("1 % 0", () => m.rest(1, 0), "RangeError", "division by zero");

check("equal", [m.same({ a: [1, { b: null }] }, { a: [1, { b: null }] }), m.same([1], [2]), m.same([], {}), m.same(null, {}), m.same({ a: 1 }, { a: 1, b: undefined }), m.same(JSON.parse('{"__proto__":1}'), {}), m.same("1", 1), m.same({ b: 1, a: 2 }, { a: 2, b: 1 })], [true, false, false, false, false, false, false, true]);
check("different", [m.differ([1], [1]), m.differ([1], [2])], [false, true]);
check("scalars", [m.isOne(1), m.isOne("1"), m.isOne([1]), m.isNothing(undefined), m.isNothing(null)], [true, false, false, true, false]);

check("size", [m.sizeOf(""), m.sizeOf("aé€𝄞"), m.sizeOf("𝄞𝄞")], [0, 4, 2]);
check("joined", m.joined("a", "b"), "a-b");
check("text", m.text, 'a"b\\c\né€𝄞');

const values = [1, 1.5, -1, "a", "", true, null, undefined, {}, [], [1], ["a"], 2 ** 60, NaN];
const whether = (f) => values.map((v) => (f(v) ? "y" : "-")).join("");
check("int", whether(m.isInt), "y-y-----------");
check("nat", whether(m.isNat), "y-------------");
check("number", whether(m.isNumber), "yyy---------y-");
check("string", whether(m.isString), "---yy---------");
check("boolean", whether(m.isBoolean), "-----y--------");
check("void", whether(m.isVoid), "-------y------");
check("any", whether(m.isAny), "yyyyyyyyyyyyyy");
check("object", whether(m.isObject), "--------y-----");
check("array", whether(m.isArray), "---------yyy--");
check("ints", whether(m.isInts), "---------yy---");
check("none", whether(m.isNone), "-y---yyyyyyyyy");
check("1.0", m.isInt(JSON.parse("1.0")), true);
check("even", [m.isEven(2), m.isEven(3), m.isEven(-2), m.isEven("2")], [true, false, false, false]);
const ann = { name: "a", friends: [] };
check("user", [m.isUser(ann), m.isUser({ ...ann, age: 3, friends: [ann, ann] }), m.isUser({ ...ann, age: -1 }), m.isUser({ ...ann, friends: [{ name: "b" }] }), m.isUser(Object.create(ann)), m.isUser([])], [true, true, false, false, false, false]);
check("shape", [m.isShape({ kind: "circle", radius: 1 }), m.isShape({ kind: "square", side: 1 }), m.isShape({ kind: "square", radius: 1 })], [true, true, false]);
check("map", [m.isNamed({}), m.isNamed({ a: 1, b: 2 }), m.isNamed({ a: "b" }), m.isNamed([1])], [true, true, false, false]);
check("prototype", [m.isPrototype({}), m.isPrototype(JSON.parse('{"__proto__": 1, "constructor": 2}'))], [false, true]);
check("pair", [m.isPair({ a: 1, b: 2 }), m.isPair({ a: 2, b: 1 }), m.isPair(3)], [true, false, false]);
check("below", [m.isBelow(1, 2), m.isBelow(2, 2), m.isBelow("1", 2)], [true, false, false]);
check("nested", [m.isNested({ rows: [[1, 2], [3, 4]] }), m.isNested({ rows: [[1]] })], [true, false]);
check("quoted", [m.isQuoted({ "content-type": "a" }), m.isQuoted({})], [true, false]);
check("a call", [m.callIn(1), m.callIn(2), m.callIn(5)], [false, true, false]);
check("both", [m.bothIn({ a: 1, b: "x" }), m.bothIn({ a: 1 })], [true, false]);

check("__proto__", m.prototype(), 13);
const made = m.newField();
check("new fields", [Object.keys(made), made.__proto__, Object.getPrototypeOf(made) === Object.prototype], [["a", "__proto__", "b"], 5, true]);

const ticked = (f, x) => { const before = m.ticks(); const result = f(x); return [result, m.ticks() - before]; };
check("&", [ticked(m.strictAnd, 1), ticked(m.strictAnd, 0)], [[true, 1], [false, 1]]);
check("&&", [ticked(m.lazyAnd, 1), ticked(m.lazyAnd, 0)], [[true, 1], [false, 0]]);
check("|", [ticked(m.strictOr, 1), ticked(m.strictOr, 0)], [[true, 1], [false, 1]]);
check("||", [ticked(m.lazyOr, 1), ticked(m.lazyOr, 0)], [[true, 0], [false, 1]]);
check("=>", [ticked(m.strictThen, 1), ticked(m.strictThen, 0)], [[true, 1], [true, 1]]);
check("==>", [ticked(m.lazyThen, 1), ticked(m.lazyThen, 0)], [[true, 1], [true, 0]]);
check("<=>", [m.iff(true, true), m.iff(true, false)], [true, false]);

check("functions", [m.appliedTwice(3), m.applied((x) => x + 1, 3), m.pure(4, 2), m.double(4)], [12, 5, true, 8]);
check("classify", [-5, 0, 5].map(m.classify), [-1, 0, 1]);
check("loops", m.loops(4), 6 + 6 + 8 + 1);
check("nothing", [m.nothing(), m.nothingAtAll()], [undefined, undefined]);
check("shadow", m.shadow(1), (() => { let y = 1; let x = 2; y += x; x = y * 2; y += x; return y; })());
check("reserved names", [m.delete(1, 2), m.Number(3), m.usesNumber(3), m.counter2()], [3, 3, true, 5]);
check("order", m.order(), [1, 43, 0]);
check("words", m.words(), ["x", "A", ""]);
check("a global", typeof m.counter, "number");
