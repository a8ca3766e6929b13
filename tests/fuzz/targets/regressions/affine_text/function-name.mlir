func.func @"no name"(%A: memref<8xf32>) {
  return
}
