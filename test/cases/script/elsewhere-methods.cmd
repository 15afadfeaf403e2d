$ASSAY script check --no-cache -q elsewhere-methods.ss
