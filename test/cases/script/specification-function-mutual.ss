function even(nat n): boolean { n == 0 ? true : odd(n - 1) }
function odd(nat n): boolean { n == 0 ? false : even(n - 1) }
