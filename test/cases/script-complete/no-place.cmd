$ASSAY script complete client.ss
