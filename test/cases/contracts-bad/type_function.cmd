$ASSAY check type_function.c
