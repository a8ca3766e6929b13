func.func @f(%a: index) {
  return
}
