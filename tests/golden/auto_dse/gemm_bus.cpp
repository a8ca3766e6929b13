// The schedule that auto_DSE found for "gemm_bus": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 53535 cycles on xc7z020.
var i0("i0"), i1("i1"), k0("k0"), k1("k1"), k10("k10"), k11("k11"), i10("i10"), i11("i11"), j0("j0"), j1("j1");
A.interface("m_axi", "gmem_a");
B.interface("m_axi", "gmem_b");
C.interface("m_axi", "gmem_c");
update.split(i, 64, i0, i1);
update.split(k, 8, k0, k1);
update.reorder({i0, k0, i1, j, k1});
A.buffer_at(update, k0);
B.buffer_at(update, k0);
C.buffer_at(update, i0);
A.pack(4);
B.pack(4);
C.pack(4);
update.reorder({k1, i1, j});
update.split(k1, 2, k10, k11);
update.split(i1, 8, i10, i11);
update.split(j, 3, j0, j1);
update.reorder({i0, k0, k10, i10, j0, j1, k11, i11});
update.pipeline(j0, 1);
update.unroll(k11, 2);
update.unroll(i11, 8);
update.unroll(j1, 3);
update.bind_op("add", "fabric");
A.partition({4, 2}, "cyclic");
B.partition({1, 3}, "cyclic");
C.partition({8, 3}, "cyclic");
update.double_buffer(k0);
