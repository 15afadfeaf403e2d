$ASSAY trace check cubes.trace
