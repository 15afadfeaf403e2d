$ASSAY choices --json all.choices one.choices
