$ASSAY choices - < /dev/null
