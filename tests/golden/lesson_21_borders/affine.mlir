#map = affine_map<(d0) -> (0, d0 - 2)>
#map1 = affine_map<(d0) -> (24, d0 + 3)>
module {
  func.func @lesson_21_band(%arg0: memref<24x24xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "m"}, %arg1: memref<24xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "v"}, %arg2: memref<24xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "w"}) attributes {pom.top} {
    affine.for %arg3 = 0 to 24 {
      %c0_i32 = arith.constant 0 : i32
      affine.store %c0_i32, %arg2[%arg3] {pom.compute = "clear"} : memref<24xi32>
      affine.for %arg4 = max #map(%arg3) to min #map1(%arg3) {
        %0 = affine.load %arg2[%arg3] : memref<24xi32>
        %1 = affine.load %arg0[%arg3, %arg4] : memref<24x24xi16>
        %2 = arith.extsi %1 : i16 to i32
        %3 = affine.load %arg1[%arg4] : memref<24xi16>
        %4 = arith.extsi %3 : i16 to i32
        %5 = arith.muli %2, %4 overflow<nsw> : i32
        %6 = arith.addi %0, %5 : i32
        affine.store %6, %arg2[%arg3] {pom.compute = "product"} : memref<24xi32>
      } {pom.label = "product_k", pom.name = "k"}
    } {pom.label = "clear_r", pom.name = "r"}
    return
  }
}
