$ASSAY script check --no-cache -q elsewhere-assert.ss
