$ASSAY lang check --quiet clock.lang noon && $ASSAY lang check -q clock.lang noon noon-line
