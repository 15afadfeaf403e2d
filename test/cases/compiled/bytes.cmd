$ASSAY lang compile bytes.lang --no-recogniser
