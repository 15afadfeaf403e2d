$ASSAY check hyper_kind.c
