// Prints what the calls return, and exits with 1 if that is not what the server has.
import { isDeepStrictEqual, inspect } from "node:util";
import { results } from "./calls.mjs";

const expected = [
  { login: "user42", id: 42, site_admin: false },
  "not found",
  "not found",
  { login: "barbara", id: 73, site_admin: true },
  [
    { user: "ada", isCommitter: true },
    { user: "grace", isCommitter: false },
    { user: "alan", isCommitter: true },
  ],
  [
    { user: "grace", isCommitter: false },
    { user: "barbara", isCommitter: true },
  ],
  { message: "Requires authentication" },
  { message: "Not Found" },
];

const found = await results();
for (const [call, value] of Object.entries(found)) {
  console.log(`${call}\n    ${inspect(value, { breakLength: 120 }).replaceAll("\n", "\n    ")}`);
}
if (!isDeepStrictEqual(Object.values(found), expected)) {
  console.error("expected", expected);
  process.exitCode = 1;
}
