type T = int;
type T = string;
