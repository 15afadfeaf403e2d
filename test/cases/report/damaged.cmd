$ASSAY report damaged.jsonl run.jsonl -o $TMP/r.html >$TMP/said; echo "status $?"; sed "s|$TMP|TMP|" $TMP/said; sed -n "s|.*<li>\(.*\)</li>.*|\1|p" $TMP/r.html
