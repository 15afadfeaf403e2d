$ASSAY check --seed=1 --jobs=1 --store=$TMP --coverage --function="m*" short.c 2>&1 | sed -E -e "s|$TMP|TMP|g" -f mask.sed
