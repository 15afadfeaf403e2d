$ASSAY script check --no-cache --limit=20 -q result-type.ss
