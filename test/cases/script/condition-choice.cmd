$ASSAY script check --no-cache --limit=20 -q condition-choice.ss
