$ASSAY script check --no-cache --limit=20 -q external-calls-back.ss
