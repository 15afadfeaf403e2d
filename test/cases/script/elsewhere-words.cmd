$ASSAY script check --no-cache -q elsewhere-words.ss
