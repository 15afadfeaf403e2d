for g in grammars/[a-r]*.lang grammars/t*.lang json; do $ASSAY lang info $g; done
