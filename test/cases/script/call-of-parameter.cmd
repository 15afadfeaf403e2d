$ASSAY script check --no-cache --limit=20 -q call-of-parameter.ss
