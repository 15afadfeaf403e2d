$ASSAY lang check json document.json
