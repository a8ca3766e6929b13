// The schedule that auto_DSE found for "gemm_bus": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 57870 cycles on xc7z020.
var k0("k0"), k1("k1"), i0("i0"), i1("i1"), j0("j0"), j1("j1");
A.interface("m_axi", "gmem_a");
B.interface("m_axi", "gmem_b");
C.interface("m_axi", "gmem_c");
update.split(k, 8, k0, k1);
update.reorder({k0, i, j, k1});
A.buffer_at(update, k0);
B.buffer_at(update, k0);
C.buffer();
update.double_buffer(k0);
A.pack(4);
B.pack(4);
C.pack(4);
update.reorder({k1, i, j});
update.split(i, 2, i0, i1);
update.split(j, 22, j0, j1);
update.reorder({k0, k1, i0, j0, j1, i1});
update.pipeline(j0, 1);
update.unroll(i1, 2);
update.unroll(j1, 22);
A.partition({1, 2}, "cyclic");
B.partition({1, 11}, "cyclic");
C.partition({2, 22}, "cyclic");
