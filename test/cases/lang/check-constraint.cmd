$ASSAY lang check tag.lang tag
