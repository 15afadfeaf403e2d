$ASSAY script check --no-cache --limit=20 -q response-no-body.ss
