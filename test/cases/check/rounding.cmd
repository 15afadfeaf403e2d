{ $ASSAY check --seed=1 --jobs=1 --store=$TMP rounding.c; echo "status $?"; } 2>&1 | sed -E -e "s|$TMP|TMP|" -f mask.sed
