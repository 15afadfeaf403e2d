$ASSAY lang tree --json -l clock.lang clocks
