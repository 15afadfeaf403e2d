$ASSAY lang gen single.lang -n 2 --null | tr "\0" "!"
