$ASSAY script check --no-cache --limit=20 -q call-in-type.ss
