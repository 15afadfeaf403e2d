$ASSAY lang --color=never --help check
