func.func @f(%a: memref<4xi7>) {
  return
}
