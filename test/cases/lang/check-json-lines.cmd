$ASSAY lang check --json --lines clock.lang clocks
