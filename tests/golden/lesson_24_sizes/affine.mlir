#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ((d0 - 3) floordiv 8 + 1)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#set = affine_set<(d0, d1, d2) : (d0 - d1 * 8 - d2 - 3 >= 0)>
module {
  func.func @lesson_24_sizes(%arg0: i32 {pom.name = "N", pom.range = array<i64: 3, 1024>, pom.size = 100 : i64}, %arg1: i32 {pom.name = "times", pom.range = array<i64: 0, 8>, pom.size = 4 : i64}, %arg2: memref<1024xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 10>]}, %arg3: memref<1024xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "B", pom.partition = [#pom.partition<dim = 1, cyclic, factor = 8>]}) attributes {pom.top} {
    %0 = arith.index_cast %arg0 : i32 to index
    %1 = arith.index_cast %arg1 : i32 to index
    affine.for %arg4 = 0 to #map(%1) {
      affine.for %arg5 = 0 to #map1(%0) {
        affine.for %arg6 = 0 to 8 {
          affine.if #set(%0, %arg5, %arg6) {
            %2 = affine.load %arg2[%arg5 * 8 + %arg6] : memref<1024xf32>
            %3 = affine.load %arg2[%arg5 * 8 + %arg6 + 1] : memref<1024xf32>
            %4 = arith.addf %2, %3 : f32
            %5 = affine.load %arg2[%arg5 * 8 + %arg6 + 2] : memref<1024xf32>
            %6 = arith.addf %4, %5 : f32
            %cst = arith.constant 3.000000e+00 : f32
            %7 = arith.divf %6, %cst : f32
            affine.store %7, %arg3[%arg5 * 8 + %arg6 + 1] {pom.compute = "blur"} : memref<1024xf32>
          }
        } {pom.label = "blur_i1", pom.name = "i1"}
      } {pom.dependence = [#pom.dependence<"B", none>], pom.label = "blur_i0", pom.name = "i0", pom.pipeline = #pom.pipeline<ii = 1>}
      affine.for %arg5 = 1 to #map2(%0) {
        %2 = affine.load %arg3[%arg5] : memref<1024xf32>
        affine.store %2, %arg2[%arg5] {pom.compute = "back"} : memref<1024xf32>
      } {pom.label = "back_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "blur_t", pom.name = "t"}
    return
  }
}
