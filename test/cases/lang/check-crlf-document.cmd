printf '{\r\n"a": x\r\n}\r\n' | $ASSAY lang check json
