(r: nat where r < length(a)) f(int[] a where length(a) > 0) { a = [1, 2, 3, 4]; return 3; }
