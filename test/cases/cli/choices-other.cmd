$ASSAY choices other.choices
