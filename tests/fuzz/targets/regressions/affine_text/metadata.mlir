func.func @f() {
  return
}
{-# dialect_resources: { builtin: { a: "0x08000000010000" } } #-}
