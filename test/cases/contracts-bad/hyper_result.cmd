$ASSAY check hyper_result.c
