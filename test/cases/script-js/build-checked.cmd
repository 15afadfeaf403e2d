cp client.ss directory.hrest $TMP && cd $TMP && $ASSAY script build --unchecked --checked client.ss -o out && sed -n "/^function promises/,\$p" out/client.js
