// The schedule that auto_DSE found for "gemm": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 264223 cycles on xc7z020.
var j0("j0"), j1("j1"), k0("k0"), k1("k1"), j0_2("j0_2"), j1_2("j1_2");
update.distribute(i);
update.reorder({k, i, j});
scale.split(j, 32, j0, j1);
scale.pipeline(j0, 1);
scale.unroll(j1, 32);
update.split(k, 2, k0, k1);
update.split(j, 32, j0_2, j1_2);
update.reorder({k0, i, j0_2, k1, j1_2});
update.pipeline(j0_2, 1);
update.unroll(k1, 2);
update.unroll(j1_2, 32);
update.bind_op("add", "fabric");
B.partition({2, 16}, "cyclic");
C.partition({1, 32}, "cyclic");
