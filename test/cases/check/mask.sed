s/-[0-9a-f]{4}\.(c|choices)/-HASH.\1/g
s/ [0-9][0-9 ]* runs?, [0-9.]+ s$/ N runs, N s/
