# Stand-ins for all programs that assay check runs, and a folder to work in.
for name in cc clang afl-clang-fast afl-fuzz objcopy addr2line gcov; do
    mkdir -p $TMP/bin && cp fake.sh $TMP/bin/$name && chmod +x $TMP/bin/$name || exit
done
mkdir $TMP/tmp $TMP/work $TMP/work/out && cp told.c few.c *.json $TMP/work && cd $TMP/work || exit
: > x && : > x.choices
export PATH=$TMP/bin:$PATH TMPDIR=$TMP/tmp PLACE='user_x\n??:0' SAYS=
put() { printf '%s\n' "$@"; }
unset CC ASAN_OPTIONS FAILS FAILS_TOO ONCE EVENTS DOES CODE
masked()
{
    sed -E -e "s|$TMP/tmp/assay-......|BUILD|g" -e "s|$TMP|TMP|g" \
        -e "s|/[^ ]*/libassay.a|LIBRARY|g" -e "s|/[^ ]*/include |INCLUDE |g" \
        -e 's/(; seed |-seed=|-s |"seed":)[0-9]{2,}/\1N/g'
}
checked()
{
    echo "\$ assay check $*"
    rm -rf $TMP/failed-* $TMP/log
    "$ASSAY" check --jobs=1 "$@" 2>&1
    echo "status $?"
    for left in $TMP/tmp/*; do [ ! -e "$left" ] || { echo "left: $left"; rm -r "$left"; }; done
}
