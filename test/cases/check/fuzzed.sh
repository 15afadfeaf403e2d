# Fuzzers, counts of lines, progress and interrupts; the programs that are run on the way are
# stand-ins.
cp terminal.py $TMP
. ./fake_start.sh
log()
{
    grep -v '^objcopy' $TMP/log | sed 's/ -c .* -iquote/ ... -iquote/'
}
terminal()
{
    echo "\$ assay check $*, $columns columns"
    python3 $TMP/terminal.py $columns "$ASSAY" check "$@"
}
tests()
{
    # Each test has its number in $ASSAY_FUZZED: fine, dies, step, step/low, step/high, late.
    export EVENTS=fuzzed.json
    crash='for word; do case $word in -exact_*) > ${word#*=} ;; esac; done'
    export FUZZES="echo 'stat::number_of_executed_units: 1'\$ASSAY_FUZZED >&2
        case \$ASSAY_FUZZED in 0) > \$ASSAY_ACCEPTED ;; 1 | 4 | 5) $crash ;; esac"
    checked --engine=libfuzzer --seconds=3 few.c
    log
    checked --engine=libfuzzer --seed=9 --runs=50 --seconds=0.5 -q -f dies few.c
    log
    FUZZES='echo out; echo nothing >&2; cp ${0%fuzzer}fuzz.c $TMP' checked --engine=libfuzzer few.c
    cat $TMP/fuzz.c
    checked --engine=libfuzzer --replay=x -q few.c
    log
    export FUZZES='echo $AFL_NO_UI $AFL_QUIET $AFL_SKIP_CPUFREQ $ASAN_OPTIONS $UBSAN_OPTIONS >> $TMP/log
        for word; do case $word in */afl.*) mkdir -p $word/default/crashes $word/default/hangs
        printf "%s\n" "a : 3" "execs_done : 1$ASSAY_FUZZED" "b : 2" > $word/default/fuzzer_stats
        case $ASSAY_FUZZED in 0) > $ASSAY_ACCEPTED ;; 1) > $word/default/crashes/id:0 ;;
        4) > $word/default/hangs/id:1 ;; esac ;; */seeds) od -c $word/one >> $TMP/log ;; esac; done'
    checked --engine=afl few.c
    log
    checked --engine=afl --seed=9 --runs=50 -f dies --seconds=1.9 -q few.c
    log
    # Lines.
    export COUNTS='case $* in *.2/*) cat high.json ;; *) cat lines.json ;; esac'
    checked --coverage -f step few.c
    log
    checked --coverage --json -f 's*' few.c
    checked --coverage -f dies few.c
    FAILS='gcov*' checked --coverage -f step few.c
    COUNTS='echo []' checked --coverage -f step few.c
    COUNTS='cp ${3%coverage*}coverage.c ${3%coverage*}options $TMP' checked --coverage -q few.c
    cat $TMP/coverage.c $TMP/options
    # Progress.
    export EVENTS=/dev/null DOES='printf "%s" "1200 1 step/low" > $ASSAY_PROGRESS; sleep 0.8'
    columns=80 terminal --jobs=1 few.c
    DOES='echo "1 2 f" > $ASSAY_PROGRESS; sleep 0.8' columns=12 terminal --jobs=1 -f fine few.c
    DOES='echo "0 0 fine" > $ASSAY_PROGRESS; sleep 0.8' columns=80 terminal --jobs=1 -f fine few.c
    TERM=dumb columns=80 terminal --jobs=1 -f fine few.c
    columns=80 terminal --json -f fine few.c | sed 's/^{.*/{...}/'
    columns=80 terminal --quiet -f fine few.c
    FUZZES='sleep 0.8' columns=0 terminal --engine=libfuzzer -j6 few.c | sed -n '/testing/{n;p;}'
    # Interrupts: when a test program runs, twice as that goes on, and when it is built.
    DOES='trap "cat told.json; exit 1" INT; kill -TERM $PPID; sleep 60 & wait'
    columns=80 terminal --jobs=1 -q few.c told.c
    DOES='trap "" INT; while :; do kill -TERM $PPID; sleep 0.2; done' columns=80 terminal -q few.c
    COMPILES='kill -TERM $PPID; exec sleep 60' columns=80 terminal -f fine few.c few.c
    COMPILES='kill -TERM $PPID' columns=80 terminal --engine=libfuzzer --strict few.c
}
tests 2>&1 | masked | sed -E 's/ runs, [0-9.]+ s$/ runs, N s/; s/"seconds":[0-9.]+/"seconds":N/'
