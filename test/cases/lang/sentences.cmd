for g in grammars/*.lang; do for s in 100 12; do echo "== $g, $s bytes"; $ASSAY lang gen $g --quote -n 8 --seed=11 --size=$s 2>&1; done; done
