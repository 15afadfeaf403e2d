$ASSAY lang gen clock.lang --size=4G
