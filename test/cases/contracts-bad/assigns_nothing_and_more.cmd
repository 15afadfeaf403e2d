$ASSAY check assigns_nothing_and_more.c
