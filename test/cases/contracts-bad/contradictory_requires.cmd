$ASSAY check contradictory_requires.c
