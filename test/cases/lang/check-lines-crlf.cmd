$ASSAY lang check -l clock.lang crlf; $ASSAY lang check -l csv crlf
