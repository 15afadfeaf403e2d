$ASSAY lang tree list.lang nested
