$ASSAY lang check ini.lang ini-twice ini-port ini-end
