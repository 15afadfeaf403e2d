$ASSAY script check --no-cache --limit=20 -q - < divide-by-parameter.ss
