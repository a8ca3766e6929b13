#include "polyhedral/loops/outline.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "polyhedral/ir/mark_process.hpp"
#include "polyhedral/ir/note_of_mark.hpp"
#include "polyhedral/loops/usage.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// Compares two nests up to the arrays and scalars that they use and the names of their loops.
class NestComparison {
 public:
  NestComparison(const LoopTree& tree, const Usage& left, const Usage& right)
      : tree_(tree), program_(*tree.program), left_(left), right_(right) {}

  bool same_interfaces() const {
    if (left_.arrays.size() != right_.arrays.size() || left_.scalars.size() != right_.scalars.size()) return false;
    for (std::size_t n = 0; n < left_.arrays.size(); ++n) {
      const dsl::Array &a = *program_.arrays[left_.arrays[n]], &b = *program_.arrays[right_.arrays[n]];
      // A table is written into the function.
      if ((a.is_table() || b.is_table()) && left_.arrays[n] != right_.arrays[n]) return false;
      if (a.shape != b.shape || !(a.type == b.type) || banks_of(left_.arrays[n]) != banks_of(right_.arrays[n]))
        return false;
      if (port_of(a.name) != port_of(b.name) || storage_of(left_.arrays[n]) != storage_of(right_.arrays[n]))
        return false;
    }
    if (!other_parameter().empty()) return false;
    for (std::size_t n = 0; n < left_.scalars.size(); ++n) {
      const dsl::Scalar &a = *program_.scalars[left_.scalars[n]], &b = *program_.scalars[right_.scalars[n]];
      if (!(a.type == b.type) || port_of(a.name) != port_of(b.name)) return false;
      if (a.is_parameter() && left_.scalars[n] != right_.scalars[n]) return false;  // one range for both
    }
    return true;
  }

  /// Which array would be another type of C++ parameter than the one in its place, whose elements and uses may be the
  /// same: a FIFO for a memory, several side by side for one, words for elements. "": none.
  std::string other_parameter() const {
    for (std::size_t n = 0; n < std::min(left_.arrays.size(), right_.arrays.size()); ++n) {
      const std::string left = parameter_of(left_.arrays[n]), right = parameter_of(right_.arrays[n]);
      if (left == right) continue;
      return "\"" + program_.arrays[left_.arrays[n]]->name + "\" is " + left + " in one, and \"" +
             program_.arrays[right_.arrays[n]]->name + "\" in its place is " + right + " in the other";
    }
    return "";
  }

  bool same(const LoopNode& a, const LoopNode& b) {
    if (a.kind != b.kind || a.body.size() != b.body.size()) return false;
    if (a.kind == LoopNode::Kind::call) return a.routine == b.routine;  // each has processes of its own
    if (a.kind == LoopNode::Kind::instance) return same_instances(a, b);
    if (a.kind == LoopNode::Kind::guard && !same_guards(a, b)) return false;
    if (a.kind == LoopNode::Kind::loop && !same_loops(a, b)) return false;
    return std::equal(a.body.begin(), a.body.end(), b.body.begin(),
                      [&](const LoopNode& x, const LoopNode& y) { return same(x, y); });
  }

 private:
  using Bank = std::tuple<int, int, std::int64_t, int>;

  std::vector<Bank> banks_of(int array) const {
    std::vector<Bank> banks;
    for (const PartitionMark& mark : tree_.hardware.partitions) {
      if (mark.array != array) continue;
      banks.push_back({mark.dimension, static_cast<int>(mark.kind), mark.factor, static_cast<int>(mark.banking)});
    }
    std::sort(banks.begin(), banks.end());
    return banks;
  }

  /// Protocol and bundle of an argument.
  std::pair<std::string, std::string> port_of(const std::string& name) const {
    const PortMark* mark = tree_.hardware.find_port(name);
    return mark ? std::pair(mark->mode, mark->bundle) : std::pair<std::string, std::string>();
  }

  std::string parameter_of(int array) const {
    const std::int64_t words = program_.arrays[array]->lanes, ports = program_.arrays[array]->ports;
    if (words > 1)
      return "a memory of words of " + std::to_string(words) + " elements" +
             (ports > 1 ? " from " + std::to_string(ports) + " ports" : "");
    const StreamMark* stream = tree_.hardware.find_stream(array);
    if (!stream) return "a memory";
    std::string count;
    for (const std::int64_t lanes : stream->lanes) count += (count.empty() ? "" : " x ") + std::to_string(lanes);
    return count.empty() ? "a FIFO" : count + " FIFOs side by side";
  }

  std::tuple<std::string, std::string, int> storage_of(int array) const {
    for (const StorageMark& mark : tree_.hardware.storages) {
      if (mark.array == array) return {mark.type, mark.implementation, mark.latency};
    }
    return {"", "", -1};
  }

  bool same_expressions(const std::vector<AffineExpr>& a, const std::vector<AffineExpr>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const AffineExpr& x, const AffineExpr& y) { return same_expression(x, y); });
  }

  bool same_expression(const AffineExpr& a, const AffineExpr& b) const {
    if (a.kind != b.kind || a.value != b.value) return false;
    if (a.kind == AffineExpr::Kind::iterator) return loops_.at(a.loop) == b.loop;
    if (a.kind == AffineExpr::Kind::parameter) return same_place(left_.scalars, a.scalar, right_.scalars, b.scalar);
    return same_expressions(a.operands, b.operands);
  }

  bool same_loops(const LoopNode& a, const LoopNode& b) {
    const bool same_marks =
        a.pipeline.has_value() == b.pipeline.has_value() &&
        (!a.pipeline || a.pipeline->interval == b.pipeline->interval) && a.unroll.has_value() == b.unroll.has_value() &&
        (!a.unroll || a.unroll->factor == b.unroll->factor) && a.flatten_off.has_value() == b.flatten_off.has_value();
    const bool result =
        same_marks && a.step == b.step && same_expressions(a.lower, b.lower) && same_expressions(a.upper, b.upper);
    loops_[a.id] = b.id;
    return result;
  }

  bool same_guards(const LoopNode& a, const LoopNode& b) const {
    const auto same = [&](const Constraint& x, const Constraint& y) {
      return x.equality == y.equality && same_expression(x.expr, y.expr);
    };
    return a.unless == b.unless && std::equal(a.when.begin(), a.when.end(), b.when.begin(), b.when.end(), same);
  }

  bool same_instances(const LoopNode& a, const LoopNode& b) const {
    const dsl::Compute &x = program_.computes[a.compute], &y = program_.computes[b.compute];
    const auto same_index = [&](const dsl::ExprPtr& i, const dsl::ExprPtr& j) { return same_value(*i, *j); };
    const auto same_binding = [](const BindingMark& m, const BindingMark& n) {
      return m.operation == n.operation && m.implementation == n.implementation && m.latency == n.latency;
    };
    const auto &bound = tree_.bindings[a.compute], &other_bound = tree_.bindings[b.compute];
    return same_expressions(a.iterators, b.iterators) && same_array(x.store.array, y.store.array) &&
           std::equal(x.store.indices.begin(), x.store.indices.end(), y.store.indices.begin(), y.store.indices.end(),
                      same_index) &&
           same_value(*x.value, *y.value) &&
           std::equal(bound.begin(), bound.end(), other_bound.begin(), other_bound.end(), same_binding);
  }

  static bool same_place(const std::vector<int>& left, int a, const std::vector<int>& right, int b) {
    return std::find(left.begin(), left.end(), a) - left.begin() ==
           std::find(right.begin(), right.end(), b) - right.begin();
  }
  bool same_array(int a, int b) const { return same_place(left_.arrays, a, right_.arrays, b); }

  bool same_value(const dsl::ExprNode& a, const dsl::ExprNode& b) const {
    if (a.op != b.op || !(a.type == b.type) || a.operands.size() != b.operands.size()) return false;
    if (a.op == dsl::Op::integer && a.integer != b.integer) return false;
    if (a.op == dsl::Op::real && !(a.real == b.real || (a.real != a.real && b.real != b.real))) return false;
    if (a.op == dsl::Op::loop && a.index != b.index) return false;
    if (a.op == dsl::Op::load && !same_array(a.index, b.index)) return false;
    if (a.op == dsl::Op::scalar && !same_place(left_.scalars, a.index, right_.scalars, b.index)) return false;
    return std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(),
                      [&](const dsl::ExprPtr& x, const dsl::ExprPtr& y) { return same_value(*x, *y); });
  }

  const LoopTree& tree_;
  const dsl::Function& program_;
  const Usage &left_, &right_;
  std::map<int, int> loops_;  ///< left loop's id → right loop's
};

/// A top-level nest, or those of one process: consecutive roots whose statements stand in one loop, or the parts that
/// one was cut into.
struct NestRoots {
  int position = 0;
  std::vector<LoopNode> nodes;
  std::optional<FunctionMark> function;
};

int first_compute(const LoopTree& tree, const LoopNode& node) {
  if (node.kind == LoopNode::Kind::call) return first_compute(tree, tree.routines[node.routine].body.front());
  return node.kind == LoopNode::Kind::instance ? node.compute : first_compute(tree, node.body.front());
}

class Outliner {
 public:
  Outliner(const Scop& scop, LoopTree& tree) : scop_(scop), tree_(tree), program_(*tree.program) {}

  void run() {
    const std::vector<NestRoots> nests = group_roots();
    for (const NestRoots& nest : nests) count_users(nest);
    for (const NestRoots& nest : nests) {
      if (nest.function) {
        outline(nest);
      } else {
        roots_.insert(roots_.end(), nest.nodes.begin(), nest.nodes.end());
      }
    }
    tree_.roots = std::move(roots_);
  }

  std::vector<Diagnostic> errors;

 private:
  std::vector<NestRoots> group_roots() {
    std::vector<NestRoots> nests;
    for (LoopNode& root : tree_.roots) {
      const Statement& statement = scop_.statements[first_compute(tree_, root)];
      const int nest = first_nest_of_process(scop_, statement.position.front());
      if (nests.empty() || nests.back().position != nest) nests.push_back({nest, {}, function_of(nest)});
      nests.back().nodes.push_back(std::move(root));
    }
    return nests;
  }

  std::optional<FunctionMark> function_of(int nest) {
    const Statement* first = nullptr;
    std::optional<FunctionMark> marked;
    for (const Statement& statement : scop_.statements) {
      if (first_nest_of_process(scop_, statement.position.front()) != nest) continue;
      if (statement.function && marked && marked->name != statement.function->name)
        refuse_two_names(*marked, *statement.function);
      if (statement.function && !marked) marked = statement.function;
      if (!first || statement.position < first->position) first = &statement;
    }
    if (marked || !scop_.hardware.dataflow) return marked;
    return mark_process(scop_, first->name, *scop_.hardware.dataflow);
  }

  void refuse_two_names(const FunctionMark& first, const FunctionMark& second) {
    Diagnostic error = make_error(
        "conflicting-mark", "one nest cannot be the two functions \"" + first.name + "\" and \"" + second.name + "\"",
        second.at);
    error.notes.push_back(note_of_mark("\"" + first.name + "\" is asked for", first.at));
    errors.push_back(std::move(error));
  }

  Usage usage_of(const NestRoots& nest) const {
    Usage usage;
    for (const LoopNode& node : nest.nodes) collect_usage(node, tree_, usage);
    return usage;
  }

  void count_users(const NestRoots& nest) {
    for (int array : usage_of(nest).arrays) ++users_[array];
  }

  void outline(const NestRoots& nest) {
    Usage usage = usage_of(nest);
    std::vector<int> locals;
    std::erase_if(usage.arrays, [&](int array) { return program_.arrays[array]->is_table(); });
    std::erase_if(usage.arrays, [&](int array) {
      const bool own = program_.arrays[array]->local && users_[array] == 1;
      if (own) locals.push_back(array);
      return own;
    });
    int routine = find_routine(nest.function->name);
    if (routine < 0) {
      if (!check_name(*nest.function)) return;
      routine = static_cast<int>(tree_.routines.size());
      tree_.routines.push_back({nest.function->name, nest.nodes, usage.scalars, usage.arrays, locals, {}});
      first_marks_.push_back(nest.function->at);
    } else if (const auto difference = find_difference(tree_.routines[routine], nest, usage, locals)) {
      return refuse_difference(nest, routine, *difference);
    } else {
      std::vector<int>& merged = tree_.routines[routine].merged_locals;
      merged.insert(merged.end(), locals.begin(), locals.end());
    }
    LoopNode call;
    call.kind = LoopNode::Kind::call;
    call.routine = routine;
    call.scalars = usage.scalars;
    call.arrays = usage.arrays;
    roots_.push_back(std::move(call));
  }

  int find_routine(const std::string& name) const {
    for (std::size_t n = 0; n < tree_.routines.size(); ++n) {
      if (tree_.routines[n].name == name) return static_cast<int>(n);
    }
    return -1;
  }

  /// Functions, arrays and arguments share one namespace in C++.
  bool check_name(const FunctionMark& function) {
    bool taken = function.name == program_.name;
    for (const auto& array : program_.arrays) taken = taken || array->name == function.name;
    for (const auto& scalar : program_.scalars) taken = taken || scalar->name == function.name;
    if (taken)
      errors.push_back(make_error("duplicate-name", "the name \"" + function.name + "\" is used twice", function.at));
    return !taken;
  }

  /// Nothing where the nest is the routine with other arguments; what is said of it may be "".
  std::optional<std::string> find_difference(const Routine& routine, const NestRoots& nest, const Usage& usage,
                                             const std::vector<int>& locals) const {
    Usage first{routine.scalars, routine.arrays}, second = usage;
    first.arrays.insert(first.arrays.end(), routine.locals.begin(), routine.locals.end());
    second.arrays.insert(second.arrays.end(), locals.begin(), locals.end());
    const std::vector<int> tables = tables_in(routine.body, program_), others = tables_in(nest.nodes, program_);
    first.arrays.insert(first.arrays.end(), tables.begin(), tables.end());
    second.arrays.insert(second.arrays.end(), others.begin(), others.end());
    NestComparison comparison(tree_, first, second);
    const bool same = routine.locals.size() == locals.size() && comparison.same_interfaces() &&
                      std::equal(routine.body.begin(), routine.body.end(), nest.nodes.begin(), nest.nodes.end(),
                                 [&](const LoopNode& a, const LoopNode& b) { return comparison.same(a, b); });
    return same ? std::nullopt : std::optional(comparison.other_parameter());
  }

  void refuse_difference(const NestRoots& nest, int routine, const std::string& difference) {
    Diagnostic error = make_error("different-bodies",
                                  "two nests that differ cannot both be function \"" + nest.function->name +
                                      "\": they must be the same loops and statements over arrays of the same types, "
                                      "shapes, banks, storage and ports" +
                                      (difference.empty() ? "" : "\n" + difference + "; give them two names"),
                                  nest.function->at);
    error.notes.push_back(note_of_mark("the first one is made a function", first_marks_[routine]));
    errors.push_back(std::move(error));
  }

  const Scop& scop_;
  LoopTree& tree_;
  const dsl::Function& program_;
  std::vector<LoopNode> roots_;
  std::map<int, int> users_;  ///< array → nests that use it
  std::vector<Location> first_marks_;
};

}  // namespace

std::vector<Diagnostic> outline_nests(const Scop& scheduled, LoopTree& tree) {
  Outliner outliner(scheduled, tree);
  outliner.run();
  return std::move(outliner.errors);
}

}  // namespace pom::poly
