$ASSAY script check --no-cache --limit=20 -q state-machine.ss
