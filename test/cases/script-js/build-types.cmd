cp client.ss directory.hrest $TMP && $ASSAY script build --unchecked $TMP/client.ss -o $TMP/out && cat $TMP/out/client.d.ts
