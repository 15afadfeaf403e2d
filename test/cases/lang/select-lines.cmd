$ASSAY lang select --lines --offsets clock.lang .hour clocks
