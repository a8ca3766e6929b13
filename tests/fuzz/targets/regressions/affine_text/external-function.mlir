func.func private @external(f32)
