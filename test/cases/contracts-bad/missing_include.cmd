$ASSAY check missing_include.c
