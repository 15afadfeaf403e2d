$ASSAY script check --no-cache -q lemma-missing.ss
