printf '24:00\n12:00\n' | $ASSAY lang check --lines clock.lang
