$ASSAY script complete nowhere.ss:1:1
