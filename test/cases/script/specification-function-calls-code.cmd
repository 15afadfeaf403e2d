$ASSAY script check --no-cache --limit=20 -q specification-function-calls-code.ss
