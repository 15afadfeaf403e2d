$ASSAY lang check clock.lang noon-line crlf
