$ASSAY lang gen clock.lang list.lang
