$ASSAY lang check --lines blame-many.lang blame-many.words
