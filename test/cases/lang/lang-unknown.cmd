$ASSAY lang check jason noon
