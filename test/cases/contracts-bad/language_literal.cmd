$ASSAY check language_literal.c
