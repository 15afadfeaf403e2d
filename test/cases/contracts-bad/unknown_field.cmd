$ASSAY check unknown_field.c
