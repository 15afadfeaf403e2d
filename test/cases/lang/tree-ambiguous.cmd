printf 1+2+3 | $ASSAY lang tree sum.lang
