$ASSAY check raise_if_errno.c
