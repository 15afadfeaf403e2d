$ASSAY lang gen clock.lang --like=clocks
