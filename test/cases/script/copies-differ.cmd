$ASSAY script check --no-cache --limit=20 -q copies-differ.ss
