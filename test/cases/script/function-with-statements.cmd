$ASSAY script check --no-cache --limit=20 -q function-with-statements.ss
