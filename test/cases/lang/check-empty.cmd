$ASSAY lang check clock.lang empty; $ASSAY lang check path /dev/null
