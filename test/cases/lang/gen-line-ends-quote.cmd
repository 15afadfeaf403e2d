$ASSAY lang gen one.lang -n 20 --seed=1 --quote | sort | uniq
