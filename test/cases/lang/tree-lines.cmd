$ASSAY lang tree --lines clock.lang clocks
