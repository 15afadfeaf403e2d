$ASSAY lang gen even.lang --coverage
