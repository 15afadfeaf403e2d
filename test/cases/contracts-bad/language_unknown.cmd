$ASSAY check language_unknown.c
