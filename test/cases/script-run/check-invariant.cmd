$ASSAY script run --check all.ss 'invariant(5)'
