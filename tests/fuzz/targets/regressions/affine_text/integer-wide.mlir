func.func @f() attributes {a = 1 : i16777215} {
  return
}
