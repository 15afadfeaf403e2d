$ASSAY check no_compile.c
