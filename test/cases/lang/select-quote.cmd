$ASSAY lang select --quote bytes.lang .body nul; $ASSAY lang select --quote clock.lang .hour noon
