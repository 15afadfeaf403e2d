int limit = 10;
function small(int x): boolean { x < limit }
