$ASSAY choices all.choices
