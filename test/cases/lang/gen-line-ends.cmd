$ASSAY lang gen one.lang -n 50 2>$TMP/err | sort | uniq; sed 's/^note: [0-9]*/note: N/' $TMP/err
