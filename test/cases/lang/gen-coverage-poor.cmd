$ASSAY lang gen single.lang -n 0 --coverage --seed=7; $ASSAY lang gen one.lang -n 0 --coverage --seed=7
