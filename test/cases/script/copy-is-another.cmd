$ASSAY script check --no-cache --limit=20 -q copy-is-another.ss
