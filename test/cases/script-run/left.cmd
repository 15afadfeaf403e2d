$ASSAY script run all.ss 'tick() + 10 * tick()'
