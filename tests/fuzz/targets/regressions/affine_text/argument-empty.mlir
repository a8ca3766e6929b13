func.func @f(%a: memref<0xf32>) {
  return
}
