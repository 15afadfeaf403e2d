$ASSAY rest import --quiet sensors.yaml | $ASSAY rest check --quiet -
