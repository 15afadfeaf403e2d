$ASSAY check not_utf8.c
