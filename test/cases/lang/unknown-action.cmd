$ASSAY lang chek json
