$ASSAY script check --no-cache --limit=20 -q optional-fields.ss
