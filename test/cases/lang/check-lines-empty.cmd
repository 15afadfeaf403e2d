$ASSAY lang check --lines clock.lang empty
