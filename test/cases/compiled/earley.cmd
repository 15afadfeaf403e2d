$ASSAY lang compile general.lang --no-generator
