$ASSAY check directive.c
