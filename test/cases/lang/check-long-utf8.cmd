$ASSAY lang check json long-utf8.txt
