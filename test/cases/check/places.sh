# Folders with blanks, a store in folders that are not there, one that cannot be; real programs.
mkdir "$TMP/my files" && cd "$TMP/my files" || exit
cat > 'all of it.c' <<'END'
/*@ requires 0 <= n <= 100; assigns \nothing; ensures \result >= n; */
static int part(int n) { return n > 9 ? 9 : n; }

/*@ requires 0 <= n <= 100; assigns \nothing; */
int whole(int n) { return part(n); }
END
run()
{
    echo "\$ assay $*"
    "$ASSAY" "$@" 2>&1
    echo "status $?"
}
tests()
{
    run check --seed=1 --store=a/b 'all of it.c'
    run replay a/b/part*.choices
    cd a && run replay b/part*.c | tail -n 1 && cd ..
    cd / && run replay "$TMP/my files/a/b/part"*.choices | tail -n 1 && cd "$TMP/my files"
    run check --seed=1 --store=/dev/null/none 'all of it.c'
    run check --seed=1 --replay=none 'all of it.c'
    run check --seed=1 --replay=a 'all of it.c'
}
tests | sed "s|$TMP|TMP|g; s/[0-9]\.[0-9]* s$/T s/"
