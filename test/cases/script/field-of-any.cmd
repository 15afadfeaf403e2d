$ASSAY script check --no-cache --limit=20 -q field-of-any.ss
