for g in grammars/*.lang json xml date-time; do $ASSAY lang info $g; done
