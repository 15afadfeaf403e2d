$ASSAY lang gen --quote json -n 50 --seed=5 >$TMP/a; $ASSAY lang gen --quote json -n 50 --seed=5 | cmp - $TMP/a; $ASSAY lang gen --quote json -n 50 --seed=6 | cmp -s - $TMP/a
