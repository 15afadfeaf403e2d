$ASSAY check unknown_label.c
