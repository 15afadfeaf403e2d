$ASSAY report run.jsonl -o $TMP/r.html | sed "s|$TMP|TMP|"; grep -c "<details class=\"finding\"" $TMP/r.html
