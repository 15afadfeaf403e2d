$ASSAY script check --no-cache -q elsewhere-optional.ss
