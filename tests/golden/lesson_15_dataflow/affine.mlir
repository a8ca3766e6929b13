module {
  func.func private @load_process(%arg0: memref<32x32xf32> {pom.name = "A"}, %arg1: memref<32x32xf32> {pom.name = "scaled", pom.stream = #pom.stream<depth = 4>}) attributes {pom.inline_off} {
    affine.for %arg2 = 0 to 32 {
      affine.for %arg3 = 0 to 32 {
        %0 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
        %cst = arith.constant 5.000000e-01 : f32
        %1 = arith.mulf %0, %cst : f32
        affine.store %1, %arg1[%arg2, %arg3] {pom.compute = "load"} : memref<32x32xf32>
      } {pom.label = "load_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
    } {pom.label = "load_i", pom.name = "i"}
    return
  }
  func.func private @clear_process(%arg0: memref<32x32xf32> {pom.name = "scaled", pom.stream = #pom.stream<depth = 4>}, %arg1: memref<32xf32> {pom.name = "total", pom.stream = #pom.stream<depth = 2>}) attributes {pom.inline_off} {
    %alloc = memref.alloc() {pom.name = "sum"} : memref<1xf32>
    affine.for %arg2 = 0 to 32 {
      %cst = arith.constant 0.000000e+00 : f32
      affine.store %cst, %alloc[0] {pom.compute = "clear"} : memref<1xf32>
      affine.for %arg3 = 0 to 32 {
        %1 = affine.load %alloc[0] : memref<1xf32>
        %2 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %alloc[0] {pom.compute = "add"} : memref<1xf32>
      } {pom.label = "add_j", pom.name = "j", pom.pipeline = #pom.pipeline<ii = 1>}
      %0 = affine.load %alloc[0] : memref<1xf32>
      affine.store %0, %arg1[%arg2] {pom.compute = "pass"} : memref<32xf32>
    } {pom.label = "clear_i", pom.name = "i"}
    memref.dealloc %alloc : memref<1xf32>
    return
  }
  func.func private @store_process(%arg0: memref<32xf32> {pom.name = "total", pom.stream = #pom.stream<depth = 2>}, %arg1: memref<32xf32> {pom.name = "out"}) attributes {pom.inline_off} {
    affine.for %arg2 = 0 to 32 {
      %0 = affine.load %arg0[%arg2] : memref<32xf32>
      %cst = arith.constant 3.200000e+01 : f32
      %1 = arith.divf %0, %cst : f32
      affine.store %1, %arg1[%arg2] {pom.compute = "store"} : memref<32xf32>
    } {pom.label = "store_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    return
  }
  func.func @lesson_15(%arg0: memref<32x32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "A"}, %arg1: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "out"}) attributes {pom.dataflow, pom.top} {
    %alloc = memref.alloc() {pom.name = "scaled", pom.stream = #pom.stream<depth = 4>} : memref<32x32xf32>
    %alloc_0 = memref.alloc() {pom.name = "total", pom.stream = #pom.stream<depth = 2>} : memref<32xf32>
    call @load_process(%arg0, %alloc) : (memref<32x32xf32>, memref<32x32xf32>) -> ()
    call @clear_process(%alloc, %alloc_0) : (memref<32x32xf32>, memref<32xf32>) -> ()
    call @store_process(%alloc_0, %arg1) : (memref<32xf32>, memref<32xf32>) -> ()
    memref.dealloc %alloc : memref<32x32xf32>
    memref.dealloc %alloc_0 : memref<32xf32>
    return
  }
}
