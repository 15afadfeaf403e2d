$ASSAY check --seed=1 --jobs=1 --store=$TMP names.c | sed -E -e "s|$TMP|TMP|" -f mask.sed
