$ASSAY script check --no-cache --limit=20 -q await-plain.ss
