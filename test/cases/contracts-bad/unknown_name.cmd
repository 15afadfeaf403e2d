$ASSAY check unknown_name.c
