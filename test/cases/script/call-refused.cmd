$ASSAY script check --no-cache -q call-refused.ss
