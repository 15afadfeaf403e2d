$ASSAY rest test none.hrest --url http://127.0.0.1:1 --auth bearer:s1 -H 'X: s2' --header='Y: s3' -H'Z: s4' --auth=basic:s5 --json 2>/dev/null | sed 's/.*"command":"//; s/","started.*//'
