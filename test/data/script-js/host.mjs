// What the program takes from JavaScript: it keeps and changes all it can get.
export const kept = [];

export function hold(x) {
  kept.push(x);
  if (typeof x === "object") x.a = 1000;
  return x;
}

export async function later(x) {
  await null;
  x.a += 1;
  kept.push(x);
  return x;
}

export function twiceOver(f, x) {
  return f(f(x));
}

export { hold as default };
