$ASSAY lang gen --config=form.toml json
