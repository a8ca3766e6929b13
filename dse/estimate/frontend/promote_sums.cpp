#include "dse/estimate/frontend/promote_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "dse/estimate/frontend/loop_accesses.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/kernel/rewrite/touched.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

/// From this number of elements of the array on, a sum stays in memory. In the paper's baselines, products of 512 x 512
/// are summed up in a register, those of 1024 x 1024 and images of 4096 x 4096 x 3 (seven terms) are not. No baseline
/// shows whether the number of elements, an extent or the trip counts decide.
constexpr std::int64_t least_in_memory = 1 << 20;

bool is_small(const Array& array) {
  std::int64_t elements = 1;
  for (const std::int64_t extent : array.shape) {
    if (extent <= 0 || extent >= least_in_memory) return false;
    elements *= extent;
    if (elements >= least_in_memory) return false;
  }
  return true;
}

bool is_memory(const Array& array) {
  return !array.shape.empty() && !array.stream && !array.fifo && !array.port.is_bus();
}

/// Tells whether the loop runs at least once, one iteration after the other.
bool is_plain(const Loop& loop) {
  return loop.trip.min > 0 && !loop.pipeline && !loop.dataflow && unroll_factor(loop) == 1 &&
         !is_completely_unrolled(loop);
}

class SumPromotion {
 public:
  explicit SumPromotion(Function& function) : function_(function) {}

  void run(std::vector<Node>& body) {
    for (std::size_t n = 0; n < body.size(); ++n) {
      run(body[n].branch.then);
      run(body[n].branch.otherwise);
      if (body[n].kind != Node::Kind::loop) continue;
      Loop& loop = body[n].loop;
      if (Assignment* sum = find_sum(loop)) {
        n = promote(body, n, *sum);
      } else if (!loop.pipeline && !loop.dataflow) {
        run(loop.body);
      }
    }
  }

  /// Turns A[j] = 0; for (i) A[j] += ...; A[j] = f(A[j]) into sum = 0; for (i) sum += ...; A[j] = f(sum).
  void run_finished(std::vector<Node>& body) {
    for (Node& node : body) {
      run_finished(node.branch.then);
      run_finished(node.branch.otherwise);
      if (node.kind != Node::Kind::loop) continue;
      if (!promote_finished(node.loop.body) && !node.loop.pipeline) run_finished(node.loop.body);
    }
  }

  /// Turns A[j] = a; for (i) A[j] += ...; into sum = a; for (i) sum += ...; A[j] = sum; whatever else surrounds the
  /// loop.
  void run_surrounded(std::vector<Node>& body) {
    for (Node& node : body) {
      run_surrounded(node.branch.then);
      run_surrounded(node.branch.otherwise);
      if (node.kind != Node::Kind::loop || node.loop.pipeline) continue;
      std::vector<Node>& inside = node.loop.body;
      run_surrounded(inside);
      const auto loop = std::find_if(inside.begin(), inside.end(), is_loop);
      if (loop == inside.end() || !std::all_of(inside.begin(), inside.end(), is_loop_or_assignment) ||
          std::find_if(loop + 1, inside.end(), is_loop) != inside.end())
        continue;
      for (auto n = loop - inside.begin(); n-- > 0;) promote_surrounded(inside, static_cast<std::size_t>(n));
    }
  }

 private:
  static bool is_loop(const Node& node) { return node.kind == Node::Kind::loop; }
  static bool is_loop_or_assignment(const Node& node) { return is_loop(node) || node.kind == Node::Kind::assignment; }

  /// Tells whether all that a body does with the sum's array, it does with that element.
  bool uses_only(const std::vector<Node>& body, const Assignment& sum) const {
    bool only = true;
    visit_accesses(function_, body, [&](int array, const std::vector<Index>& indices) {
      if (array == sum.array && indices != sum.indices) only = false;
    });
    return only;
  }

  static bool stores(const std::vector<Node>& body, const Assignment& element, bool& in_loops) {
    for (const Node& node : body) {
      if (sets(node, element) || stores(node.branch.then, element, in_loops) ||
          stores(node.branch.otherwise, element, in_loops))
        return true;
      if (!is_loop(node)) continue;
      in_loops = in_loops && !names_loop(element.indices, node.loop.id);
      if (stores(node.loop.body, element, in_loops)) return true;
    }
    return false;
  }

  /// The n-th statement sets the element that the loop behind it sums up.
  void promote_surrounded(std::vector<Node>& body, std::size_t n) {
    const Assignment first = body[n].assignment;
    const auto loop = std::find_if(body.begin(), body.end(), is_loop);
    bool stays =
        !first.indices.empty() && is_memory(function_.arrays[first.array]) && !names_loop(first.indices, loop->loop.id);
    if (!stays || !uses_only(body, first) || !stores(loop->loop.body, first, stays) || !stays) return;
    for (auto node = body.begin() + static_cast<std::ptrdiff_t>(n) + 1; node != loop; ++node) {
      if (reads_or_sets(node->assignment, first)) return;
    }
    const int variable = add_variable(first.array);
    const int value = add_load(variable, {});
    body[n].assignment = {variable, {}, first.value};
    bool stored = false;
    replace_sum(loop->loop.body, first, variable, value);
    for (auto node = loop + 1; node != body.end(); ++node) {
      node->assignment.value = replace_element(first, node->assignment.value, value);
      stored = stored || sets(*node, first);
    }
    if (!stored) body.insert(loop + 1, assign({first.array, first.indices, value}));
  }

  bool reads_or_sets(const Assignment& other, const Assignment& element) const {
    bool reads = other.array == element.array;
    visit_parts(function_, other.value,
                [&](const Expression& e) { reads = reads || (e.op == OpKind::load && e.array == element.array); });
    return reads;
  }

  void replace_sum(std::vector<Node>& body, const Assignment& element, int variable, int value) {
    for (Node& node : body) {
      if (node.kind == Node::Kind::assignment) {
        Assignment& own = node.assignment;
        own.value = replace_element(element, own.value, value);
        if (sets(node, element)) own = {variable, {}, own.value};
      } else if (node.kind == Node::Kind::branch) {
        node.branch.condition = replace_element(element, node.branch.condition, value);
        replace_sum(node.branch.then, element, variable, value);
        replace_sum(node.branch.otherwise, element, variable, value);
      } else if (is_loop(node)) {
        replace_sum(node.loop.body, element, variable, value);
      }
    }
  }

  bool promote_finished(std::vector<Node>& body) {
    if (body.size() != 3 || body[1].kind != Node::Kind::loop) return false;
    const Loop& loop = body[1].loop;
    // The sum of a loop that a directive pipelines leaves it, and the nest stays two loops.
    if (loop.pipeline != 0 || loop.trip.min <= 0 || unroll_factor(loop) != 1 || loop.body.size() != 1) return false;
    Assignment& sum = body[1].loop.body.front().assignment;
    if (loop.body.front().kind != Node::Kind::assignment || !stays(sum, {&loop})) return false;
    if (!sets(body[0], sum) || !sets(body[2], sum)) return false;
    const Assignment element = sum;
    const int variable = add_variable(element.array);
    const int value = add_load(variable, {});
    sum = {variable, {}, replace_element(element, element.value, value)};
    body[0].assignment = {variable, {}, body[0].assignment.value};
    body[2].assignment.value = replace_element(element, body[2].assignment.value, value);
    return true;
  }

  /// Finds the only statement of a nest, if it accumulates an element that the nest does not change. A second store in
  /// the body keeps both elements in memory (BICG and GESUMMV as written, at every size).
  Assignment* find_sum(Loop& outermost) const {
    std::vector<const Loop*> loops;
    for (Loop* loop = &outermost;; loop = &loop->body.front().loop) {
      if (!is_plain(*loop) || loop->body.size() != 1) return nullptr;
      loops.push_back(loop);
      Node& only = loop->body.front();
      if (only.kind == Node::Kind::assignment) return stays(only.assignment, loops) ? &only.assignment : nullptr;
      if (only.kind != Node::Kind::loop) return nullptr;
    }
  }

  bool stays(const Assignment& sum, const std::vector<const Loop*>& loops) const {
    const Array& array = function_.arrays[sum.array];
    if (!is_memory(array) || !is_small(array)) return false;
    if (std::any_of(loops.begin(), loops.end(), [&](const Loop* loop) { return names_loop(sum.indices, loop->id); }))
      return false;
    Reads reads;
    read(sum, sum.value, reads);
    return reads.element && !reads.others;
  }

  struct Reads {
    bool element = false;
    bool others = false;  ///< reads of other elements of the same array
  };

  void read(const Assignment& sum, int expression, Reads& reads) const {
    visit_parts(function_, expression, [&](const Expression& e) {
      if (e.op == OpKind::load && e.array == sum.array)
        (e.indices == sum.indices ? reads.element : reads.others) = true;
    });
  }

  /// Returns the position of the store after the nest.
  std::size_t promote(std::vector<Node>& body, std::size_t nest, Assignment& sum) {
    const Assignment element = sum;
    const int variable = add_variable(element.array);
    const int value = add_load(variable, {});
    sum = {variable, {}, replace_element(element, element.value, value)};
    const bool set = nest > 0 && sets(body[nest - 1], element);
    if (set) {
      Assignment& first = body[nest - 1].assignment;
      first = {variable, {}, first.value};
    } else {
      const int before = add_load(element.array, element.indices);
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(nest), assign({variable, {}, before}));
      ++nest;
    }
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(nest) + 1, assign({element.array, element.indices, value}));
    return nest + 1;
  }

  static bool sets(const Node& node, const Assignment& element) {
    return node.kind == Node::Kind::assignment && node.assignment.array == element.array &&
           node.assignment.indices == element.indices;
  }

  static Node assign(Assignment assignment) {
    Node node;
    node.assignment = std::move(assignment);
    return node;
  }

  int add_variable(int array) {
    const Array& from = function_.arrays[array];
    Array variable;
    variable.name = from.name + "_sum";
    variable.element = from.element;
    function_.arrays.push_back(std::move(variable));
    return static_cast<int>(function_.arrays.size()) - 1;
  }

  int add(Expression e) {
    function_.expressions.push_back(std::move(e));
    return static_cast<int>(function_.expressions.size()) - 1;
  }

  int add_load(int array, std::vector<Index> indices) {
    Expression e;
    e.op = OpKind::load;
    e.type = function_.arrays[array].element;
    e.array = array;
    e.indices = std::move(indices);
    return add(std::move(e));
  }

  /// Replaces the loads of the element in an expression by the variable. Copies what changes, since statements may
  /// share expressions.
  int replace_element(const Assignment& element, int expression, int value) {
    std::map<int, int> replaced;
    return replace_element(element, expression, value, replaced);
  }

  int replace_element(const Assignment& element, int expression, int value, std::map<int, int>& done) {
    if (const auto known = done.find(expression); known != done.end()) return known->second;
    return done[expression] = replace_new(element, expression, value, done);
  }

  int replace_new(const Assignment& element, int expression, int value, std::map<int, int>& done) {
    Expression e = function_.expressions[expression];
    if (e.op == OpKind::load) return e.array == element.array && e.indices == element.indices ? value : expression;
    bool changed = false;
    for (int& operand : e.operands) {
      const int replaced = replace_element(element, operand, value, done);
      changed = changed || replaced != operand;
      operand = replaced;
    }
    return changed ? add(std::move(e)) : expression;
  }

  Function& function_;
};

}  // namespace

void promote_finished_sums(Function& function) {
  if (!function.dataflow && !function.pipeline) SumPromotion(function).run_finished(function.body);
}

void promote_surrounded_sums(Function& function) {
  if (!function.pipeline) SumPromotion(function).run_surrounded(function.body);
}

void promote_sums(Function& function) {
  if (!function.dataflow && !function.pipeline) SumPromotion(function).run(function.body);
}

}  // namespace pom::dse::estimate
