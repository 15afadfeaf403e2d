# Compiles a language to C, has the program make sentences, which the library is to take, too,
# and asks both about the words in a file.
set -e
$ASSAY lang compile $1 --main -o $TMP/program.c
cc -std=c11 -w -o $TMP/program $TMP/program.c
echo "sentences:"
$TMP/program -n 12 -s 1 -z 20 | tee $TMP/all
$TMP/program -n 3 -s 2 -z 150 | tee -a $TMP/all
$TMP/program -n 300 -s 3 -z 60 >> $TMP/all
$TMP/program -n 20 -s 4 -z 0 >> $TMP/all
$ASSAY lang check --quiet --lines $1 $TMP/all && echo "the library takes all of them"
echo "words:"
while IFS= read -r word; do
    ours=0 theirs=0
    printf %s "$word" | $TMP/program >$TMP/said 2>&1 || ours=$?
    printf %s "$word" | $ASSAY lang check $1 - >/dev/null 2>&1 || theirs=$?
    printf "%s\n" "$ours $theirs $word"
done <$2
