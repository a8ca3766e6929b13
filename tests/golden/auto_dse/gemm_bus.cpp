// The schedule that auto_DSE found for "gemm_bus": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 57745 cycles on xc7z020.
var i0("i0"), i1("i1"), k0("k0"), k1("k1"), j0("j0"), j1("j1");
A.interface("m_axi", "gmem_a");
B.interface("m_axi", "gmem_b");
C.interface("m_axi", "gmem_c");
update.split(i, 32, i0, i1);
update.reorder({i0, i1, j, k});
A.buffer_at(update, i0);
B.buffer();
C.buffer_at(update, i0);
A.pack(16);
B.pack(16);
C.pack(16);
update.reorder({k, i1, j});
update.split(k, 5, k0, k1);
update.split(j, 8, j0, j1);
update.reorder({i0, k0, i1, j0, k1, j1});
update.separate(k1);
update.pipeline(j0, 1);
update.unroll(k1, 5);
update.unroll(j1, 8);
update.bind_op("add", "fabric");
A.partition({1, 5}, "cyclic");
B.partition({5, 8}, "cyclic");
C.partition({1, 8}, "cyclic");
