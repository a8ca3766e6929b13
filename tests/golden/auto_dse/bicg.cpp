// The schedule that auto_DSE found for "bicg": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 2869 cycles on xc7z020.
var i0("i0"), i1("i1"), j0("j0"), j1("j1"), j0_2("j0_2"), j1_2("j1_2"), i0_2("i0_2"), i1_2("i1_2");
S2.distribute(i);
S2.interchange(i, j);
S1.split(i, 6, i0, i1);
S1.split(j, 8, j0, j1);
S1.reorder({i0, j0, i1, j1});
S1.separate(i1);
S1.pipeline(j0, 1);
S1.unroll(i1, 6);
S1.unroll(j1, 8);
S1.bind_op("add", "fabric");
S2.split(j, 8, j0_2, j1_2);
S2.split(i, 6, i0_2, i1_2);
S2.reorder({j0_2, i0_2, i1_2, j1_2});
S2.pipeline(i0_2, 1);
S2.unroll(j1_2, 8);
S2.unroll(i1_2, 6);
S2.bind_op("add", "fabric");
A.partition({6, 4}, "cyclic");
p.partition({4}, "cyclic");
q.partition({6}, "cyclic");
r.partition({3}, "cyclic");
s.partition({8}, "cyclic");
