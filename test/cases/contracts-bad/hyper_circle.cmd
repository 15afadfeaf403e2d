$ASSAY check hyper_circle.c
