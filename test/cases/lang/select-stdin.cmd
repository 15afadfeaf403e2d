printf 12:00 | $ASSAY lang select clock.lang .minute
