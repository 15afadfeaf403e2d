$ASSAY check empty.c
