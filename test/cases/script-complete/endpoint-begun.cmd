$ASSAY script complete  client.ss:8:32
