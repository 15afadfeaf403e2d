$ASSAY script run --check all.ss 'same(1)'
