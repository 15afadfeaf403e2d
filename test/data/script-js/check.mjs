// What the tests of compiled programs share: checks that are counted.
let passed = 0;
let failed = 0;

export function check(name, actual, expected) {
  const [x, y] = [actual, expected].map((v) => JSON.stringify(v, (_, part) => part === undefined ? "undefined!" : Object.is(part, -0) ? "minus 0" : part));
  if (x === y) {
    passed += 1;
  } else {
    failed += 1;
    console.log(`failed: ${name}: ${x}, expected ${y}`);
  }
}

export function throws(name, run, kind, part = "") {
  try {
    const value = run();
    check(name, value, `a ${kind}`);
  } catch (error) {
    check(name, [error.name, error.message.includes(part) ? part : error.message], [kind, part]);
  }
}

export async function rejects(name, promise, fields) {
  try {
    check(name, await promise, "a rejection");
  } catch (error) {
    for (const field of Object.keys(fields)) {
      const value = fields[field];
      if (value instanceof RegExp) check(`${name}: ${field} ${error[field]}`, value.test(error[field]), true);
      else check(`${name}: ${field}`, error[field], value);
    }
  }
}

process.on("exit", () => console.log(`passed ${passed} failed ${failed}`));
