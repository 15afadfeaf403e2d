$ASSAY script check --no-cache --limit=20 -q parameter-colon.ss
