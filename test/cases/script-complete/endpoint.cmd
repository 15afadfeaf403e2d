$ASSAY script complete  client.ss:9:28
