$ASSAY check syntax_error.c
