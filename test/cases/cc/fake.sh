# In the place of a compiler: says what it was told. Writes what the files in $DEPS would hold of
# the copy and the header of contracts, does what $DOES says, and ends with $CODE.
printf cc
printf ' %s' "$@"
echo
if [ -n "$DEPS" ]; then
    for word; do
        case $word in */assay-*/*.c) copy=$word ;; esac
        case $before in -isystem) header=$word/assay/contract.h ;; esac
        before=$word
    done
    copy=$(printf %s "$copy" | sed 's/[ #]/\\&/g; s/\$/$$/g')
    for file in $DEPS; do
        printf 'x.o: %s %s x.h\nx.h:\n%s:\n%s\n' "$copy" "$header" "$header" "$copy" > "$file"
    done
fi
eval "$DOES"
exit ${CODE:-0}
