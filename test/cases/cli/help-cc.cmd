$ASSAY help cc
