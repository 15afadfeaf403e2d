$ASSAY choices kind.choices
