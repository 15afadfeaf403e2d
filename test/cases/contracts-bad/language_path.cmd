$ASSAY check language_path.c
