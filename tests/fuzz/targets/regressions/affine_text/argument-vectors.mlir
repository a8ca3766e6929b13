func.func @f(%a: memref<4xvector<2xf32>>) {
  return
}
