module {
  func.func private @layer(%arg0: f32 {pom.name = "w1"}, %arg1: memref<32xf32> {pom.name = "x0"}, %arg2: memref<32xf32> {pom.name = "x1"}) attributes {pom.inline_off} {
    affine.for %arg3 = 1 to 31 {
      %cst = arith.constant 0.000000e+00 : f32
      %0 = affine.load %arg1[%arg3 - 1] : memref<32xf32>
      %1 = affine.load %arg1[%arg3] : memref<32xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = affine.load %arg1[%arg3 + 1] : memref<32xf32>
      %4 = arith.addf %2, %3 : f32
      %5 = arith.mulf %4, %arg0 : f32
      %6 = arith.cmpf ogt, %cst, %5 : f32
      %7 = arith.select %6, %cst, %5 : f32
      affine.store %7, %arg2[%arg3] {pom.compute = "first"} : memref<32xf32>
    } {pom.label = "first_i", pom.name = "i", pom.pipeline = #pom.pipeline<ii = 1>}
    return
  }
  func.func @lesson_15_layers(%arg0: f32 {pom.name = "w1"}, %arg1: f32 {pom.name = "w2"}, %arg2: f32 {pom.name = "w3"}, %arg3: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "x0"}, %arg4: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "x1"}, %arg5: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "x2"}, %arg6: memref<32xf32> {pom.interface = #pom.interface<ap_memory>, pom.name = "x3"}) attributes {pom.top} {
    call @layer(%arg0, %arg3, %arg4) : (f32, memref<32xf32>, memref<32xf32>) -> ()
    call @layer(%arg1, %arg4, %arg5) : (f32, memref<32xf32>, memref<32xf32>) -> ()
    call @layer(%arg2, %arg5, %arg6) : (f32, memref<32xf32>, memref<32xf32>) -> ()
    return
  }
}
