$ASSAY lang compile names.lang --no-recogniser
