# The code under test need not be in a file whose name ends in .c.
cd "$TMP" || exit
echo 'int twice(int n);' > twice.h
echo 'int twice(int n) { return 2 * (n % 1000); }' > reference.c
echo 'int twice(int n) { n %= 1000; return n + n; }' > code.h
echo 'int twice(int n) { n %= 1000; return n == 7 ? 15 : n + n; }' > code.txt
for code in code.txt code.h; do
    "$ASSAY" model --seed=1 twice.h --reference=reference.c --candidate=$code 2>&1 |
        sed -n 's/scenarios.*/scenarios/; 1,4p'
done
