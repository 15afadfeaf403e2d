$ASSAY script check --no-cache --limit=20 -q sum-plain.ss
