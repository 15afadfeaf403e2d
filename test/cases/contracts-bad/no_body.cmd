$ASSAY check no_body.c
