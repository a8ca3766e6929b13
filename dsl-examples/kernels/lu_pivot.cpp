// LU decomposition with partial pivoting, in place: L below the diagonal, U on and above it, and the row that was
// exchanged with row k in each step.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int n = 12;
  init("lu_pivot");
  var k("k", 0, n), i("i", k + 1, n), j("j", k + 1, n), c("c", 0, n);
  placeholder A("A", {n, n}, p_float32), pivot("pivot", {n}, p_int32), row("row", {n}, p_float32);
  row.local();
  pivot.assume(0, n - 1);  // of what the computes below write it is proved

  compute first("first", {k}, k, pivot(k));
  compute search("search", {k, i}, select(abs(A(i, k)) > abs(A(pivot(k), k)), i, pivot(k)), pivot(k));
  compute keep("keep", {k, c}, A(k, c), row(c));
  compute raise("raise", {k, c}, A(pivot(k), c), A(k, c));
  compute lower("lower", {k, c}, row(c), A(pivot(k), c));
  compute scale("scale", {k, i}, A(i, k) / A(k, k), A(i, k));
  compute update("update", {k, i, j}, A(i, j) - A(i, k) * A(k, j), A(i, j));
  search.after(first, k);
  keep.after(search, k);
  raise.after(keep, k);
  lower.after(raise, k);
  scale.after(lower, k);
  update.after(scale, k);

  for (compute* copy : {&keep, &raise, &lower}) copy->pipeline(c, 1);
  scale.pipeline(i, 1);
  update.pipeline(j, 1);
  codegen();
}
