$ASSAY report run.jsonl -o - | sed -n "/<section id=\"findings\"/,/<.section>/p"
