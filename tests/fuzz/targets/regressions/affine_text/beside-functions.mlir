memref.global @m : memref<4xf32>
func.func @f() {
  return
}
