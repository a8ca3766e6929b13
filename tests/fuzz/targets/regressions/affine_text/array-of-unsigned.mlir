"affine.for"() <{lowerBoundMap = array<ui1: 0>}> ({
}) : () -> ()
