# Runs assay model with the tools of this folder, which build nothing; what they were told.
#     try 'what fails' 'what it says' WORD...
export CC=cc LOG=$TMP/log TMPDIR=$TMP PATH=$PWD/fake:$PATH REPORT="${REPORT-}" STATUS=${STATUS-0}
try() {
    : >$LOG
    export FAIL="${1:-nothing fails}" SAY="$2"
    shift 2
    { $ASSAY model "$@" && echo "status 0" || echo "status $?"; } >$TMP/said 2>&1
    cat $LOG $TMP/said |
        sed -E -e "s|$TMP/assay-[A-Za-z0-9]+|FOLDER|g" -e "s|$TMP|TMP|g" \
            -e 's|[^ ]*/include |INCLUDE |g' -e 's|[^ ]*/libassay.a|LIBASSAY|g'
    echo
}
