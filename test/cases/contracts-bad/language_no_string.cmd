$ASSAY check language_no_string.c
