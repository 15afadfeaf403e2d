$ASSAY lang check --lines clock.lang clocks noon
