$ASSAY script complete  client.ss:11:12
