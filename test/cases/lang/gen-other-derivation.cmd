$ASSAY lang gen other-derivation.lang -n 5 --seed=1
