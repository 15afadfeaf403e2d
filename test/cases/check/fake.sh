# In the place of the compilers and other programs that assay check runs, under their names. What
# they are told goes to $TMP/log. A program that is linked is a copy of this one.
# $FAILS, $FAILS_TOO: patterns of command lines that fail, with $ONCE the first for each thing that
# is made; $SAYS is then said.
# $COMPILES: what a compiler does first.
# $EVENTS: what a test program writes; $DOES: what it then does; $CODE: how it ends.
name=${0##*/}
echo "$name${*:+ $*}" >> $TMP/log
for word; do
    case $before in -o) made=$word ;; esac
    before=$word
done
case "$name $*" in
$FAILS | $FAILS_TOO)
    if [ -z "$ONCE" ] || mkdir $TMP/failed-${made##*/} 2> /dev/null; then
        printf "$SAYS\n" >&2
        exit 1
    fi
    ;;
esac
case $name in
cc | clang | afl-clang-fast)
    eval "$COMPILES"
    case $* in
    -print-file-name=*) echo "${LIBRARIES:-$*}" ;;
    *.o) : > "$made" ;;
    *) cp "$0" "$made" ;;
    esac
    ;;
program)
    case $* in
    *--timeout=*) exit ${SLOW:-1} ;;
    esac
    cat "$EVENTS"
    eval "$DOES"
    exit ${CODE:-0}
    ;;
fuzzer | afl-fuzz)
    eval "$FUZZES"
    ;;
addr2line)
    printf "$PLACE\n"
    ;;
gcov)
    eval "$COUNTS"
    ;;
esac
