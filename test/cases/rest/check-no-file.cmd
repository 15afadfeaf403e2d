$ASSAY rest check
