module {
  func.func @lesson_20(%arg0: memref<16x32xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<32xi16> {pom.interface = #pom.interface<ap_memory>, pom.name = "x"}, %arg2: memref<16xi32> {pom.interface = #pom.interface<ap_memory>, pom.name = "y"}, %arg3: memref<i32> {pom.interface = #pom.interface<ap_vld>, pom.name = "largest"}) attributes {pom.top} {
    %alloc = memref.alloc() {pom.name = "sum"} : memref<i32>
    %c-2147483647_i32 = arith.constant -2147483647 : i32
    affine.store %c-2147483647_i32, %arg3[] {pom.compute = "start"} : memref<i32>
    affine.for %arg4 = 0 to 16 {
      %c0_i32 = arith.constant 0 : i32
      affine.store %c0_i32, %alloc[] {pom.compute = "clear"} : memref<i32>
      affine.for %arg5 = 0 to 32 {
        %5 = affine.load %alloc[] : memref<i32>
        %6 = affine.load %arg0[%arg4, %arg5] : memref<16x32xi16>
        %7 = arith.extsi %6 : i16 to i32
        %8 = affine.load %arg1[%arg5] : memref<32xi16>
        %9 = arith.extsi %8 : i16 to i32
        %10 = arith.muli %7, %9 overflow<nsw> : i32
        %11 = arith.addi %5, %10 : i32
        affine.store %11, %alloc[] {pom.compute = "add"} : memref<i32>
      } {pom.label = "add_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
      %0 = affine.load %alloc[] : memref<i32>
      affine.store %0, %arg2[%arg4] {pom.compute = "store"} : memref<16xi32>
      %1 = affine.load %arg3[] : memref<i32>
      %2 = affine.load %alloc[] : memref<i32>
      %3 = arith.cmpi sgt, %1, %2 : i32
      %4 = arith.select %3, %1, %2 : i32
      affine.store %4, %arg3[] {pom.compute = "best"} : memref<i32>
    } {pom.label = "clear_i", pom.name = "i"}
    memref.dealloc %alloc : memref<i32>
    return
  }
}
