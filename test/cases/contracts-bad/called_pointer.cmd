$ASSAY check called_pointer.c
