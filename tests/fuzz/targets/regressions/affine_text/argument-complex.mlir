func.func @f(%a: complex<f32>) {
  return
}
