$ASSAY lang info palindrome.lang
