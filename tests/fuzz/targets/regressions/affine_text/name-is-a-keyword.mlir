func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {

  } {pom.name = "int", pom.label = "l:"}
  return
}
