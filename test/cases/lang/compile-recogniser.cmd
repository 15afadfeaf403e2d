$ASSAY lang compile greeting.lang --no-generator --prefix=is_greeting --main
