$ASSAY lang select clock.lang ..minut noon
