func.func @f(%x: f32 {pom.unsigned}) {
  return
}
