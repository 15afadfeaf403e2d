timeout 30 $ASSAY rest check -q --no-coverage --limit=0.1 --dump=smt stuck.hrest | grep -c -e '^; query' -e '^; no answer'
