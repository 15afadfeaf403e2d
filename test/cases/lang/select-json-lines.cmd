$ASSAY lang select --json --lines clock.lang .hour clocks
