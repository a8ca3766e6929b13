func.func @f(%A: memref<8xf32> {pom.name = "A) {\0A}\09"}) {
  return
}
