// An old program: isl's headers at the top, arguments without a value, a strategy for each nest.
#include <isl/ast_build.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <string.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>

#include "expr.h"
#include "compute.h"
#include "function.h"
#include "core.h"
#define SIZE 32

using namespace std;
using namespace polyfp;

int main() {
  std::string name = "old_gemm_" + std::to_string(SIZE);
  init(name);
  auto *fct = global::get_implicit_function();
  var i("i", 0, SIZE), j("j", 0, SIZE), k("k", 0, SIZE);
  placeholder left("left", {SIZE, SIZE}, p_float32);
  placeholder right("right", {SIZE, SIZE}, p_float32);
  placeholder result("result", {SIZE, SIZE}, p_float32);
  constant alpha;
  constant beta;

  compute scale("scale", {i, j}, result(i, j) * beta, result(i, j));
  compute product("product", {k, i, j}, result(i, j) + alpha * left(i, k) * right(k, j), result(i, j));
  product.after(scale, -1);

  fct->auto_DSE_loop_transformation();
  if (fct->leader_computations.size() != 2) return 3;
  for (auto &comp : fct->leader_computations) {
    auto iterators = comp->get_iteration_variables();
    int size = iterators.size();
    if (size >= 3) {
      comp->apply_opt_strategy({1, 2, 16});
    }
    if (size == 2) {
      comp->apply_opt_strategy({1, 16});
    }
  }
  std::string pwd = std::filesystem::current_path();
  std::string path = pwd + "/not/there/yet/";
  fct->dump_schedule(path);
}
