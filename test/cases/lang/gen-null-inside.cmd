printf 's: "a" [\\0] "b";' > $TMP/nul.lang && $ASSAY lang gen $TMP/nul.lang -n 2 --seed=1 --null | tr '\000' .
