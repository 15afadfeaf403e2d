$ASSAY lang tree --json list.lang nested
