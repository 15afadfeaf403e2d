$ASSAY script check --no-cache --limit=20 -q response-first-user.ss
