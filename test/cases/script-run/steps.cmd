$ASSAY script run steps.ss 'f([1, -2])'; $ASSAY script build --no-cache steps.ss -o steps.js.d && sed -n '3,$p' steps.js.d/steps.js; rm -rf steps.js.d
