$ASSAY script run all.ss 'later(4)'
