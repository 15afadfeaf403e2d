$ASSAY lang gen clock.lang --coverage --near; $ASSAY lang gen clock.lang --coverage --like=noon
