$ASSAY rest import --quiet answers.yaml | $ASSAY rest check --quiet -
