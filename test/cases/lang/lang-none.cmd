$ASSAY lang check; $ASSAY lang tree; $ASSAY lang select; $ASSAY lang gen; $ASSAY lang info
