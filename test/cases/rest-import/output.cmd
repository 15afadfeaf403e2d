cp minimal.yaml "$TMP" && cd "$TMP" && $ASSAY rest import minimal.yaml -o x.hrest; cat x.hrest
$ASSAY rest import minimal.yaml -o x.hrest; echo "exit $?"
echo other > x.hrest; $ASSAY rest import -q --force minimal.yaml -o x.hrest; cat x.hrest
$ASSAY rest import -q minimal.yaml -o none/x.hrest; echo "exit $?"
