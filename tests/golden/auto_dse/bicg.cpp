// The schedule that auto_DSE found for "bicg": to be pasted behind the program's declarations,
// with codegen() in the place of auto_DSE(). Estimated: 2810 cycles on xc7z020.
var i0("i0"), i1("i1"), j0("j0"), j1("j1"), j0_2("j0_2"), j1_2("j1_2"), i0_2("i0_2"), i1_2("i1_2");
S2.distribute(i);
S2.interchange(i, j);
S1.split(i, 5, i0, i1);
S1.split(j, 10, j0, j1);
S1.reorder({i0, j0, j1, i1});
S1.separate(i1);
S1.pipeline(j0, 1);
S1.unroll(i1, 5);
S1.unroll(j1, 10);
S1.bind_op("add", "fabric");
S2.split(j, 5, j0_2, j1_2);
S2.split(i, 10, i0_2, i1_2);
S2.reorder({j0_2, i0_2, i1_2, j1_2});
S2.separate(j1_2);
S2.pipeline(i0_2, 1);
S2.unroll(j1_2, 5);
S2.unroll(i1_2, 10);
S2.bind_op("add", "fabric");
A.partition({5, 5}, "cyclic");
p.partition({5}, "cyclic");
q.partition({10}, "cyclic");
r.partition({5}, "cyclic");
s.partition({10}, "cyclic");
