$ASSAY --version
