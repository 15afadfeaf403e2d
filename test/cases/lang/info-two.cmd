$ASSAY lang info json json
