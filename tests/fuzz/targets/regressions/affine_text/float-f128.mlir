%0 = arith.constant 0x7FC00000 : f128
