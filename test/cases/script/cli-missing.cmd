$ASSAY script check --no-cache nowhere.ss
