$ASSAY lang tree tag.lang tag
