$ASSAY script check --no-cache --limit=20 -q request-not-object.ss
