$ASSAY check unclosed_comment.c
