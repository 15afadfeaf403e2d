// Calls of the compiled client, the same in Node.js and in a browser.
import { checkUncommitters, getSiteAdmin, getUserById } from "./github.js";

export async function results() {
  return {
    "getUserById(42)": await getUserById(42),
    "getUserById(0)": await getUserById(0),
    "getUserById(101)": await getUserById(101),
    "getSiteAdmin()": await getSiteAdmin(),
    'checkUncommitters("ada", "engine", "")': await checkUncommitters("ada", "engine", ""),
    'checkUncommitters("grace", "notes", "grace:moth")': await checkUncommitters(
      "grace",
      "notes",
      "grace:moth",
    ),
    'checkUncommitters("grace", "notes", "eve:guess")': await checkUncommitters(
      "grace",
      "notes",
      "eve:guess",
    ),
    'checkUncommitters("ada", "nothing", "")': await checkUncommitters("ada", "nothing", ""),
  };
}
