$ASSAY lang check --json clock.lang noon noon-line
