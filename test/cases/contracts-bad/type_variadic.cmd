$ASSAY check type_variadic.c
