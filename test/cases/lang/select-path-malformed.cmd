$ASSAY lang select clock.lang hour noon; $ASSAY lang select clock.lang .hour[0] noon; $ASSAY lang select clock.lang .. noon
