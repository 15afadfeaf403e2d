$ASSAY lang check --color=always clock.lang noon noon-line
