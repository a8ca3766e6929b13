// A product of matrices whose sizes the caller gives at every call.
//
// The arrays have room for 64 rows and columns; tiles of 8 columns run at once, and the last tile of a row stops where
// the matrix ends. Dependences, bounds and the schedule are proved for every size at once.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  init("gemm_sized");
  parameter M("M", 1, 64), N("N", 1, 64), K("K", 1, 64);
  var i("i", 0, M), j("j", 0, N), k("k", 0, K), j0("j0"), j1("j1");
  placeholder A("A", {M, K}, p_int16), B("B", {K, N}, p_int16), C("C", {M, N}, p_int32);

  compute clear("clear", {i, j}, C(i, j) = 0);
  compute product("product", {i, j, k}, C(i, j) += A(i, k) * B(k, j));

  clear.pipeline(j);
  product.split(j, 8, j0, j1);
  product.reorder({i, j0, k, j1});
  product.pipeline(k);
  B.partition({1, 8}, "cyclic");
  C.partition({1, 8}, "cyclic");
  CompileOptions options;
  options.sizes = {{"M", 48}, {"N", 48}, {"K", 48}};  // what the estimate is for; unnamed ones: the largest
  codegen(options);
}
