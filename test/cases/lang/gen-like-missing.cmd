$ASSAY lang gen clock.lang --like=missing
