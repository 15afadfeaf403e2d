$ASSAY lang info tag.lang
