printf "[]" | $ASSAY lang select list.lang ..number
