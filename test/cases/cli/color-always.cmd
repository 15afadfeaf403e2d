$ASSAY choices --color=always one.choices
