$ASSAY check language_block.c
