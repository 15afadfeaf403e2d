sh fuzzed.sh
