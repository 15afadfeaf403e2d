$ASSAY script complete  client.ss:7:17
