$ASSAY rest import --quiet kennel.json | $ASSAY rest check --quiet -
