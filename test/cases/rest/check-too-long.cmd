cd $TMP && head -c 5000000 /dev/zero | tr "\0" " " > big.hrest && $ASSAY rest check big.hrest
