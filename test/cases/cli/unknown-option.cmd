$ASSAY choices --jsno all.choices
