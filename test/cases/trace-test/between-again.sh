# What events in between found is found again by the program beside the choices.
cp between-again.trace between-again.c "$TMP" && cd "$TMP" || exit
"$ASSAY" trace test between-again.trace --system between-again.c --seed=1 >found
tail -n 4 found
"$ASSAY" replay .assay/*.choices >again; code=$?
sed "s/in [0-9.]* s (/in T s (/" again
echo "status $code"
