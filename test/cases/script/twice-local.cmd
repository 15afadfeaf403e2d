$ASSAY script check --no-cache --limit=20 -q twice-local.ss
