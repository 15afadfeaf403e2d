$ASSAY rest import answers.yaml
