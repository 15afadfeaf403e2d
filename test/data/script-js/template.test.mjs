// The table of RFC 6570, as the tests of the tool have it.
import { readFileSync } from "node:fs";
import { check, throws } from "./check.mjs";
import { expand } from "./safescript.js";

const source = readFileSync(process.argv[2], "utf8");
const text = (literals) =>
  [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => JSON.parse(`"${m[1]}"`)).join("");
const variables = JSON.parse(text(/variables\[\] =\n((?: *".*"\n?)*);/.exec(source)[1]));
const [good, bad] = source.split(/^TEST\(term_template_(?:values_that|that_is_none).*/m);
const CASE = /\{("(?:[^"\\]|\\.)*"),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\}/g;
let count = 0;
for (const [, template, expected] of good.matchAll(CASE)) {
  if (template.includes("\\x")) continue;
  check(text(template), expand(text(template), variables), text(expected));
  count += 1;
}
for (const [, template, name] of bad.matchAll(CASE)) {
  throws(text(template), () => expand(text(template), variables), "SafeScriptError", `'${text(name)}'`);
  count += 1;
}
check("bytes of UTF-8", expand("é%20'()", {}), "%C3%A9%20'()");
check("cases were found", count > 100, true);
check("own fields only", expand("{toString}{constructor}x", {}), "x");
