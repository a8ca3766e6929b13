module {
  memref.global "private" constant @gain : memref<5xi16> = dense<[1024, 2048, 4096, 8192, 16384]>
  func.func @lesson_18_levels(%arg0: memref<32xi8> {pom.interface = #pom.interface<ap_memory>, pom.name = "level", pom.unsigned}, %arg1: memref<32xi16> {pom.format = #pom.format<fixed, 16, integer = 8>, pom.interface = #pom.interface<ap_memory>, pom.name = "signal"}, %arg2: memref<32xi24> {pom.format = #pom.format<fixed, 24, integer = 12>, pom.interface = #pom.interface<ap_memory>, pom.name = "scaled"}) attributes {pom.top} {
    %0 = memref.get_global @gain : memref<5xi16> {pom.format = #pom.format<fixed, 16, integer = 4>, pom.name = "gain"}
    affine.for %arg3 = 0 to 32 {
      %1 = affine.load %arg1[%arg3] : memref<32xi16>
      %2 = affine.load %arg0[%arg3] : memref<32xi8>
      %3 = arith.extui %2 : i8 to i32
      %4 = arith.index_cast %3 : i32 to index
      %5 = memref.load %0[%4] : memref<5xi16>
      %6 = "pom.number"(%1, %5) {formats = [#pom.format<fixed, 16, integer = 8>, #pom.format<fixed, 16, integer = 4>, #pom.format<fixed, 32, integer = 12>], kind = "mul"} : (i16, i16) -> i32
      %7 = "pom.number"(%6) {formats = [#pom.format<fixed, 32, integer = 12>, #pom.format<fixed, 24, integer = 12>], kind = "cast"} : (i32) -> i24
      affine.store %7, %arg2[%arg3] {pom.compute = "scale"} : memref<32xi24>
    } {pom.label = "scale_p", pom.name = "p", pom.pipeline = #pom.pipeline<ii = 1>}
    return
  }
}
