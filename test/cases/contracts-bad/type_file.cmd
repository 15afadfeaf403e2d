$ASSAY check type_file.c
