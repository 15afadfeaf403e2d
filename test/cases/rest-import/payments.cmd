$ASSAY rest import payments.yaml
