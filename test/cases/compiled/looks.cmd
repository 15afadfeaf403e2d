$ASSAY lang compile looks.lang --no-generator
