import { check } from "./check.mjs";
import { kept } from "./host.mjs";
import * as m from "./outside.js";

check("given", m.given(), 1 + 1000);
check("returned", m.returned(), 1000);
check("fresh", [m.fresh(), m.scalar(), m.called(), m.parsed(), m.odd(), m.hidden(2)], [1000, 7, 7, 42, true, 3]);
const mine = { a: 1 };
check("a callback", [m.givenTo((b) => { b.a = 7; return b; }, mine), mine.a], [108, 1]);
check("the callback keeps its result", (() => { let mine; m.givenTo((b) => (mine = b), { a: 1 }); return mine.a; })(), 1);

const during = async (name, argument, spoil) => {
  const promise = m[name](argument);
  check(`${name} is async`, promise instanceof Promise, true);
  spoil(argument);
  return promise;
};
check("waits", await during("waits", { a: 1 }, (x) => (x.a = 50)), 102);
check("aliased", await during("aliased", { a: 1 }, (x) => (x.a = 50)), 102);
check("looped", await during("looped", [{ a: 1 }, { a: 2 }], (x) => { x[1].a = 50; x.pop(); }), 12 + 23);
check("passed", await during("passed", { a: 1 }, (x) => (x.a = 50)), { a: 1 });
check("compared", await during("compared", { a: 1 }, (x) => (x.a = 50)), true);
check("gathered", await during("gathered", { a: 1 }, (x) => (x.a = 50)), [{ a: 1 }, { a: 1 }]);
check("paired", await during("paired", { a: 1 }, (x) => (x.a = 50)), 11);
check("globalMeanwhile", await m.globalMeanwhile(), 116);
for (const x of kept) if (typeof x === "object") x.a = -1;
check("nobody has the global", m.shared.a, 6);
m.change();
check("live binding", m.shared.a, 7);
check("nothing", await m.nothing(), undefined);
