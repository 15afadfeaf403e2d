$ASSAY rest check language-hyphen.hrest
