$ASSAY rest import --quiet forge.yaml | $ASSAY rest check --quiet -
