$ASSAY check assignment.c
