#map = affine_map<(d0) -> (d0)>
module {
  func.func @lesson_19_sparse(%arg0: memref<17xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "start"}, %arg1: memref<64xi5> {pom.interface = #pom.interface<ap_memory>, pom.name = "column", pom.unsigned}, %arg2: memref<64xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "entry"}, %arg3: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "v"}, %arg4: memref<16xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "product"}) attributes {pom.top} {
    affine.for %arg5 = 0 to 16 {
      %cst = arith.constant 0.000000e+00 : f32
      affine.store %cst, %arg4[%arg5] {pom.compute = "zero"} : memref<16xf32>
      affine.for %arg6 = 0 to 6 {
        %0 = affine.load %arg0[%arg5] : memref<17xi32>
        %1 = affine.apply #map(%arg6)
        %2 = arith.index_cast %1 : index to i32
        %3 = arith.addi %0, %2 overflow<nsw> : i32
        %4 = affine.load %arg0[%arg5 + 1] : memref<17xi32>
        %5 = arith.cmpi slt, %3, %4 : i32
        %6 = affine.load %arg4[%arg5] : memref<16xf32>
        %c63_i32 = arith.constant 63 : i32
        %7 = arith.cmpi slt, %3, %c63_i32 : i32
        %8 = arith.select %7, %3, %c63_i32 : i32
        %9 = arith.index_cast %8 : i32 to index
        %10 = memref.load %arg2[%9] : memref<64xf32>
        %11 = arith.index_cast %8 : i32 to index
        %12 = memref.load %arg1[%11] : memref<64xi5>
        %13 = "pom.number"(%12) {formats = [#pom.format<uint, 5>, #pom.format<sint, 32>], kind = "cast"} : (i5) -> i32
        %14 = arith.index_cast %13 : i32 to index
        %15 = memref.load %arg3[%14] : memref<32xf32>
        %16 = arith.mulf %10, %15 : f32
        %17 = arith.addf %6, %16 : f32
        %18 = arith.select %5, %17, %6 : f32
        affine.store %18, %arg4[%arg5] {pom.compute = "add"} : memref<16xf32>
      } {pom.label = "add_k", pom.name = "k"}
    } {pom.label = "zero_r", pom.name = "r"}
    return
  }
}
