$ASSAY check unknown_behavior.c
