import { check } from "./check.mjs";
import * as m from "./copies.js";

const expected = {
  assigned: 1, assignedOther: 1, nested: 1, nestedOther: 1, literal: 11, literalOther: 1,
  arrayLiteral: 11, element: 19, argument: 19, identityResult: 1, identityArgument: 1, twice: 1,
  twiceOfLocal: 1, partOfItself: 12, swapped: 11, whole: 1, globalResult: 0, globalTaken: 0,
  globalArgument: true, globalLocal: true, globalIndexed: true, keptArgument: 1, loop: 6,
  loopElements: 2, filled: 1, filledFrom: 12, walked: 10313, constantTable: 3, throughCalls: 1,
  assignedElement: 157, evaluatedOnce: 16, stepped: 36,
};
for (const name of Object.keys(expected)) check(name, m[name](), expected[name]);
check("loopGlobal", m.loopGlobal(), 6);
check("globalCompared", m.globalCompared(), true);
check("chosen", [m.chosen(true), m.chosen(false)], [13, 13]);
check("list", m.list(3), 10);
check("assignedToRenewed", m.assignedToRenewed(), { x: 7, y: 6 });

// What callers have is theirs.
const line = { from: { x: 1, y: 1 }, to: { x: 2, y: 2 } };
check("parameterParts", [m.parameterParts(line), line.from.x], [1, 1]);
const point = { x: 1, y: 2 };
check("same", [m.same(point), point.x], [9, 1]);
const origin = m.getOrigin();
origin.x = 100;
check("a global that was returned", m.origin.x, 0);
const row = m.tableRow();
row.from.x = 100;
check("a part of a global that was returned", m.constantTable(), 3);
m.keep(point);
point.x = 100;
check("what a global was given", m.kept.x, 1);
