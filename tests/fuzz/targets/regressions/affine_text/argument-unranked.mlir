func.func @f(%a: memref<*xf32>) {
  return
}
