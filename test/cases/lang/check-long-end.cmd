{ printf '[x,'; cat long; } | $ASSAY lang check list.lang
