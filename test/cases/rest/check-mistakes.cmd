$ASSAY rest check mistakes.hrest
