$ASSAY lang check unicode.lang greek greek-bytes
