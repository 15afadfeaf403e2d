{ ulimit -s 8192; $ASSAY check --seed=1 --jobs=1 --store=$TMP deep.c; echo "status $?"; } 2>&1 | sed -E -e "s|$TMP|TMP|" -e "s/down\([0-9]{3,5}\)/down(AS FAR AS NEED BE)/" -f mask.sed
