$ASSAY script complete  client.ss:99:1
