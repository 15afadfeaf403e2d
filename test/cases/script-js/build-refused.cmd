$ASSAY script build --unchecked refused.ss -o $TMP
