$ASSAY check language_lists.c
