$ASSAY check hyper_exits.c
