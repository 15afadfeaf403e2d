printf '12:00\r5\n' | $ASSAY lang check --lines clock.lang
