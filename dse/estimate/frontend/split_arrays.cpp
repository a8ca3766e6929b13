#include "dse/estimate/frontend/split_arrays.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/kernel/visit_parts.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace pom::dse::estimate {

namespace {

/// How the accesses of a function index the dimensions of an array.
struct Uses {
  std::vector<bool> varies;    ///< by dimension: an index varies after unrolling
  std::vector<bool> unrolled;  ///< by dimension: the copies of an unrolled loop access different elements
};

using FunctionUses = std::vector<Uses>;  // by array

class UseWalk {
 public:
  UseWalk(const Kernel& kernel, std::vector<std::optional<FunctionUses>>& known) : kernel_(kernel), known_(known) {}

  const FunctionUses& run(int number) {
    auto& known = known_[number];
    if (known) return *known;
    const Function& function = kernel_.functions[number];
    known.emplace();  // ends a recursion: the function has no uses yet
    FunctionUses uses(function.arrays.size());
    for (std::size_t n = 0; n < uses.size(); ++n) {
      uses[n].varies.assign(function.arrays[n].shape.size(), false);
      uses[n].unrolled = uses[n].varies;
    }
    std::set<int> unrolled;
    walk(function, function.body, function.pipeline.has_value(), unrolled, uses);
    known_[number] = std::move(uses);
    return *known_[number];
  }

 private:
  static void touch(const Function& function, Uses& uses, const std::vector<Index>& indices,
                    const std::set<int>& unrolled) {
    for (std::size_t d = 0; d < indices.size() && d < uses.varies.size(); ++d) {
      const Index& index = indices[d];
      if (index.opaque) note_value(function, uses, d, index.value, unrolled);
      note_terms(uses, d, index, unrolled);
    }
  }

  /// What computes an index from unrolled loops alone is a number in each copy.
  static void note_value(const Function& function, Uses& uses, std::size_t d, int value,
                         const std::set<int>& unrolled) {
    bool is_known = value >= 0;
    visit_parts(function, value, [&](const Expression& e) {
      is_known = is_known && e.op != OpKind::load && e.op != OpKind::unknown &&
                 (e.op != OpKind::iterator || unrolled.contains(e.loop));
    });
    if (is_known) {
      uses.unrolled[d] = true;
    } else {
      uses.varies[d] = true;
    }
  }

  static void note_terms(Uses& uses, std::size_t d, const Index& index, const std::set<int>& unrolled) {
    for (const Index::Term& term : index.terms) {
      if (unrolled.contains(term.loop)) {
        uses.unrolled[d] = true;
      } else {
        uses.varies[d] = true;
      }
    }
    for (const Index::Division& division : index.divisions) note_terms(uses, d, division.inner, unrolled);
  }

  void read(const Function& function, int expression, const std::set<int>& unrolled, FunctionUses& uses) {
    visit_parts(function, expression, [&](const Expression& e) {
      if (e.op == OpKind::load && !e.indices.empty()) touch(function, uses[e.array], e.indices, unrolled);
    });
  }

  void walk(const Function& function, const std::vector<Node>& body, bool inside, std::set<int>& unrolled,
            FunctionUses& uses) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::assignment) {
        read(function, node.assignment.value, unrolled, uses);
        for (const Index& index : node.assignment.indices) read(function, index.value, unrolled, uses);
        touch(function, uses[node.assignment.array], node.assignment.indices, unrolled);
      } else if (node.kind == Node::Kind::branch) {
        read(function, node.branch.condition, unrolled, uses);
        walk(function, node.branch.then, inside, unrolled, uses);
        walk(function, node.branch.otherwise, inside, unrolled, uses);
      } else if (node.kind == Node::Kind::call) {
        call(node.call, uses);
      } else {
        const Loop& loop = node.loop;
        if (inside || is_completely_unrolled(loop)) unrolled.insert(loop.id);
        walk(function, loop.body, inside || loop.pipeline.has_value(), unrolled, uses);
        unrolled.erase(loop.id);
      }
    }
  }

  void call(const Call& call, FunctionUses& uses) {
    const Function& callee = kernel_.functions[call.function];
    const FunctionUses inner = run(call.function);
    for (std::size_t p = 0; p < call.arrays.size() && p < callee.parameters.size(); ++p) {
      if (call.arrays[p] < 0) continue;
      Uses& here = uses[call.arrays[p]];
      const bool whole = call.passes_whole_array(p);
      const auto parameter = static_cast<std::size_t>(callee.parameters[p]);
      if (!whole || parameter >= inner.size() || inner[parameter].varies.size() != here.varies.size()) {
        std::fill(here.varies.begin(), here.varies.end(), true);
        continue;
      }
      for (std::size_t d = 0; d < here.varies.size(); ++d) {
        here.varies[d] = here.varies[d] || inner[parameter].varies[d];
        here.unrolled[d] = here.unrolled[d] || inner[parameter].unrolled[d];
      }
    }
  }

  const Kernel& kernel_;
  std::vector<std::optional<FunctionUses>>& known_;
};

bool is_free_to_cut(const Array& array) {
  if (array.role != Array::Role::local || array.stream || array.is_static || array.shape.empty()) return false;
  if (!array.storage.empty() || !array.storage_type.empty()) return false;
  return std::all_of(array.banking.begin(), array.banking.end(),
                     [](const Banking& b) { return b.kind == BankingKind::none; });
}

}  // namespace

void split_arrays(Kernel& kernel) {
  std::vector<std::optional<FunctionUses>> known(kernel.functions.size());
  UseWalk walk(kernel, known);
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) walk.run(static_cast<int>(f));
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    Function& function = kernel.functions[f];
    for (std::size_t n = 0; n < function.arrays.size(); ++n) {
      Array& array = function.arrays[n];
      if (!is_free_to_cut(array)) continue;
      const Uses& uses = (*known[f])[n];
      for (std::size_t d = 0; d < uses.varies.size(); ++d) {
        if (uses.varies[d] || !uses.unrolled[d]) continue;
        array.banking.resize(array.shape.size());
        array.banking[d] = {BankingKind::complete, array.shape[d], false};
      }
    }
  }
}

}  // namespace pom::dse::estimate
