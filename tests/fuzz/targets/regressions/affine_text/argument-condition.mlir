func.func @f(%a: memref<4xi1>) {
  return
}
