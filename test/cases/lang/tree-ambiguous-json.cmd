printf 1+2+3 | $ASSAY lang tree --json sum.lang; printf 1+2 | $ASSAY lang tree --json sum.lang
