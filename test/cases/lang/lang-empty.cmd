$ASSAY lang check ./empty noon
