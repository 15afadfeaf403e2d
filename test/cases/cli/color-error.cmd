$ASSAY --color=always chioces
