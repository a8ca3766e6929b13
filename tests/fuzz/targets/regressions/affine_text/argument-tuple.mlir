func.func @f(%a: tuple<>) {
  return
}
