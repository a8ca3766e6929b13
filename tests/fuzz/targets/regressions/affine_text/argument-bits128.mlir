func.func @f(%a: memref<4xi128>) {
  return
}
