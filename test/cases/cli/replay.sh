# Programs that say in their first comment how they are replayed.
mkdir $TMP/store && cd $TMP/store || exit
printf '/*\n * A failure.\n * replay: pwd; exit 3   \n * more\n */\n' > told.c
printf '/* A failure.\n * replay: echo hello   */ int x;\n */\n' > one.c
printf '/* A failure. */\n/*\n * replay: echo hello\n */\n' > late.c
printf '/* A failure.\n * replay: echo hello\n' > open.c
printf '/* A failure.\n * replay:    \n */\n' > empty.c
printf '/* A failure. */\n' > silent.c
printf '/*\n * replay: exit 127\n */\n' > gone.c
printf '/*\n * replay: exit 126\n */\n' > barred.c
printf '/*\n * replay: assay explain E0401 | head -n 1; echo $0\n */\n' > ours.c
printf '/*\n * replay: assays --version 2> /dev/null || echo none\n */\n' > theirs.c
printf '/*\n * replay: echo short\n */\n' | tee .c > .choices.c
replay()
{
    echo "\$ assay replay $*"
    "$ASSAY" replay "$@" 2>&1
    echo "status $?"
}
tests()
{
    for name in told.c told told.choices one late open empty silent gone barred ours theirs none \
        .c .choices told.o; do
        replay $name
    done
    replay ../store/told
    replay $TMP/store/told.c
    cd / && replay $TMP/store/told.choices
    replay $TMP/none/told
    replay
    replay one two
    replay --none
    replay --help
}
tests | sed "s|$TMP|TMP|g"
