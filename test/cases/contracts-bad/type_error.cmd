$ASSAY check type_error.c
