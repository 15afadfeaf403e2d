$ASSAY check language_grammar.c
