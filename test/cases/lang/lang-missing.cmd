$ASSAY lang check ./missing.lang noon; $ASSAY lang check missing.lang noon
