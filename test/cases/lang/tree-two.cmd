$ASSAY lang tree clock.lang noon noon
