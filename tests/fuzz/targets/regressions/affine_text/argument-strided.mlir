func.func @f(%a: memref<4xf32, strided<[2], offset: ?>>) {
  return
}
