$ASSAY script run --check all.ss 'raise_counter()'
