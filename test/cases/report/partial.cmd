$ASSAY report partial.jsonl -o - | grep -o '<b class="name">.*</summary>'
