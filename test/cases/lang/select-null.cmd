$ASSAY lang select --null list.lang ..number nested | tr "\0" "!"
