printf 'ü\316\221!' | $ASSAY lang check unicode.lang
