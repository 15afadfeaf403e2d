$ASSAY check language_empty.c
