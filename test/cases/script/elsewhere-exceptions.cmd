$ASSAY script check --no-cache -q elsewhere-exceptions.ss
