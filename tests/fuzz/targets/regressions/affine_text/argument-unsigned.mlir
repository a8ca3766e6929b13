func.func @f(%a: memref<4xui8>) {
  return
}
