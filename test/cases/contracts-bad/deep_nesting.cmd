$ASSAY check deep_nesting.c
