$ASSAY check text_length.c
