$ASSAY script check --no-cache --limit=20 -q result-union.ss
