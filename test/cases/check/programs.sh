# The programs that findings are kept as, and what they do; their words only, as runs of a
# hyperproperty are printed by them.
$ASSAY check --seed=1 --jobs=1 --store=$TMP -q $1
for f in $TMP/*.c; do
    sed -E -e "s|$TMP|TMP|g" -e "s|$PWD|HERE|g" -f mask.sed $f
    cc -w -o $TMP/program $f -lm && $TMP/program 2>&1
    echo "status $?"
done
