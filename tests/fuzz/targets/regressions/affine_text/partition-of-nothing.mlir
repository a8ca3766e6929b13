func.func @f(%A: memref<f32> {pom.partition = [#pom.partition<dim = 1, complete, factor = 1>]}) {
  return
}
