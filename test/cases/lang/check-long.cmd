$ASSAY lang check list.lang long
