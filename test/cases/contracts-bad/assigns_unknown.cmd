$ASSAY check assigns_unknown.c
