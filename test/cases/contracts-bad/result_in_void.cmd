$ASSAY check result_in_void.c
