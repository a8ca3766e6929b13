func.func @f(%A: memref<?xf32> {pom.partition = [#pom.partition<dim = 1, block, factor = 2>]}) {
  return
}
