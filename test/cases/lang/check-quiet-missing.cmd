$ASSAY lang check --quiet clock.lang noon-line missing
