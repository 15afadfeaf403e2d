$ASSAY script check --no-cache -q call-bare.ss
