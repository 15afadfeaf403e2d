$ASSAY chioces
