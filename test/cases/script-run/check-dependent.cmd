$ASSAY script run --check all.ss 'raised(1)'
