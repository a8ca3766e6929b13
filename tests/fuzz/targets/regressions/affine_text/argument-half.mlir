func.func @f(%a: memref<4xf16>) {
  return
}
