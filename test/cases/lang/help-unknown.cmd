$ASSAY help lang chek
