for g in grammars/*.lang json xml csv email uri; do echo "$g: $($ASSAY lang compile $g 2>&1 | cksum)"; done
