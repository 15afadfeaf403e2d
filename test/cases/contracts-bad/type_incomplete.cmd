$ASSAY check type_incomplete.c
