$ASSAY trace check keeps-rule.trace
