$ASSAY rest import --quiet office.yaml | $ASSAY rest check --quiet -
