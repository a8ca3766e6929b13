// The schedule that auto_DSE found for "gemm": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 307884 cycles on xc7z020.
var i0("i0"), i1("i1"), j0("j0"), j1("j1"), k0("k0"), k1("k1"), i0_2("i0_2"), i1_2("i1_2"), j0_2("j0_2"), j1_2("j1_2");
update.distribute(i);
update.reorder({k, i, j});
scale.split(i, 2, i0, i1);
scale.split(j, 7, j0, j1);
scale.reorder({i0, j0, j1, i1});
scale.pipeline(j0, 1);
scale.unroll(i1, 2);
scale.unroll(j1, 7);
update.split(k, 4, k0, k1);
update.split(i, 2, i0_2, i1_2);
update.split(j, 7, j0_2, j1_2);
update.reorder({k0, i0_2, j0_2, j1_2, k1, i1_2});
update.pipeline(j0_2, 1);
update.unroll(k1, 4);
update.unroll(i1_2, 2);
update.unroll(j1_2, 7);
update.bind_op("add", "fabric");
A.partition({2, 2}, "cyclic");
B.partition({2, 7}, "cyclic");
C.partition({2, 7}, "cyclic");
