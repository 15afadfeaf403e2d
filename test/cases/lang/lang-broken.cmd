$ASSAY lang check broken.lang noon
