$ASSAY lang gen never.lang -n 3 --seed=1
