for g in grammars/*.lang; do echo "== $g"; $ASSAY lang gen $g --quote -n 24 --seed=5 --size=16 --near 2>&1; done
