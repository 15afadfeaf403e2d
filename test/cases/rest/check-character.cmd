$ASSAY rest check --no-coverage character.hrest
