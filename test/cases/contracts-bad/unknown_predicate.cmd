$ASSAY check unknown_predicate.c
