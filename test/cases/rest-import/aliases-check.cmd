$ASSAY rest import --quiet aliases.yaml | $ASSAY rest check --quiet -
