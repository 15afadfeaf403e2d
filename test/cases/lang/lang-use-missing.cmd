$ASSAY lang check lost.lang noon
