$ASSAY script complete  client.ss:5:62
