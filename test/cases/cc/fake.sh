# In the place of a compiler: says what it was told. Writes what the files in $DEPS would hold of
# the copy and the header of contracts, runs $DOES, and ends with $CODE.
printf cc
printf ' %s' "$@"
echo
for word; do
    case $word in */assay-*/*.c) copy=$word ;; esac
done
copy=$(printf %s "$copy" | sed 's/[ #]/\\&/g; s/\$/$$/g')
header=$(printf '%s\n' "$@" | sed -n '/^-isystem$/{n;p;q;}')/assay/contract.h
for file in $DEPS; do
    printf 'x.o: %s %s x.h\nx.h:\n%s:\n%s\n' "$copy" "$header" "$header" "$copy" > "$file"
done
eval "$DOES"
exit ${CODE:-0}
