$ASSAY choices newer.choices
