$ASSAY rest import --quiet payments.yaml | $ASSAY rest check --quiet -
