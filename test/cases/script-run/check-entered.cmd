$ASSAY script run --check all.ss 'entered(1)'
