$ASSAY check missing_semicolon.c
