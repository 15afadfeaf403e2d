{ $ASSAY check --store=$TMP ghost.c; echo "status $?"; } 2>&1 | grep -e 'ghost code' -e error: -e status | sed 's/error: .*/error: ./'
