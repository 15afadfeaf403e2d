$ASSAY script complete --json client.ss:5:62
