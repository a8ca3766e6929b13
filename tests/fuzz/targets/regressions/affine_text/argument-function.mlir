func.func @f(%a: () -> ()) {
  return
}
