// The schedule that auto_DSE found for "gemm_bus": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 103001 cycles on xc7z020.
var i0("i0"), i1("i1"), k0("k0"), k1("k1"), i10("i10"), i11("i11"), j0("j0"), j1("j1");
A.interface("m_axi", "gmem_a");
B.interface("m_axi", "gmem_b");
C.interface("m_axi", "gmem_c");
update.split(i, 32, i0, i1);
update.reorder({i0, i1, j, k});
A.buffer_at(update, i0);
B.buffer();
C.buffer_at(update, i0);
update.reorder({k, i1, j});
update.split(k, 10, k0, k1);
update.split(i1, 2, i10, i11);
update.split(j, 2, j0, j1);
update.reorder({i0, k0, i10, j0, k1, i11, j1});
update.separate(k1);
update.pipeline(j0, 1);
update.unroll(k1, 10);
update.unroll(i11, 2);
update.unroll(j1, 2);
update.bind_op("add", "fabric");
A.partition({2, 5}, "cyclic");
B.partition({5, 2}, "cyclic");
C.partition({2, 2}, "cyclic");
