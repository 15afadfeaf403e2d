$ASSAY script check --no-cache --limit=20 -q results-and-errors.ss
