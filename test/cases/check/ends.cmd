{ $ASSAY check --seed=2 --jobs=1 --store=$TMP ends.c; echo "status $?"; } 2>&1 | sed -E -e "s|$TMP|TMP|" -f mask.sed
