func.func @f(%a: none) {
  return
}
