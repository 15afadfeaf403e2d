$ASSAY lang info json
