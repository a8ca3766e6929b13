#include "dsl/record/record_compute.hpp"

#include <algorithm>
#include <utility>

#include "dsl/model/names.hpp"
#include "dsl/model/program_order.hpp"
#include "dsl/model/share_equal.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/record/affine.hpp"
#include "dsl/record/elaborate.hpp"
#include "dsl/record/instead.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// A loop with constant bounds and no iteration.
std::optional<Diagnostic> check_not_empty(const Loop& loop) {
  bool constant = loop.lower->op == Op::integer && loop.upper->op == Op::integer;
  if (!constant || loop.lower->integer < loop.upper->integer) return {};
  std::string range = "[" + std::to_string(loop.lower->integer) + ", " + std::to_string(loop.upper->integer) + ")";
  return make_error("empty-loop", "loop \"" + loop.name + "\" has no iteration: its range is " + range, loop.at);
}

/// What makes a `var` unusable as a loop of this compute, bounds aside.
std::optional<Diagnostic> check_loop_variable(const var& loop, const ComputeContext& context) {
  if (auto error = check_identifier("loop", loop.name(), loop.at())) return error;
  for (const Loop& outer : context.loops) {
    if (outer.name != loop.name()) continue;
    Diagnostic error =
        make_error("duplicate-name", "compute \"" + context.compute + "\" has two loops named \"" + loop.name() + "\"",
                   context.at);
    error.notes.push_back({"the first is declared", outer.at});
    return error;
  }
  if (loop.has_bounds()) return {};
  Diagnostic error =
      make_error("missing-bounds", "loop \"" + loop.name() + "\" of compute \"" + context.compute + "\" has no bounds",
                 context.at);
  error.notes.push_back({"\"" + loop.name() + "\" is declared", loop.at()});
  return error;
}

/// The bounds see the loops outside only, which are in `context` so far. Null bounds: findings were added.
Loop elaborate_loop(const var& variable, const ComputeContext& context) {
  Loop loop{variable.name(), nullptr, nullptr, variable.at()};
  if (auto error = check_loop_variable(variable, context)) {
    add_finding(context.function, std::move(*error));
    return loop;
  }
  loop.lower = elaborate_bound(variable.lower().node(), variable, context);
  loop.upper = elaborate_bound(variable.upper().node(), variable, context);
  if (!loop.lower || !loop.upper) return loop;
  if (auto error = check_not_empty(loop)) {
    add_finding(context.function, std::move(*error));
    loop.lower = nullptr;
  }
  return loop;
}

bool elaborate_loops(const std::vector<var>& variables, const ComputeContext& context, std::vector<Loop>& loops) {
  bool good = true;
  for (const var& variable : variables) {
    Loop loop = elaborate_loop(variable, context);
    good = good && loop.lower && loop.upper;
    loops.push_back(std::move(loop));
  }
  return good;
}

/// A table is not written, and what was promised of an array's elements is kept. False: a finding was added.
bool check_target(const ExprNode& store, const ExprNode& value, const ComputeContext& context) {
  const Array& array = *store.array;
  if (!array.range) return true;
  const std::string what = "compute \"" + context.compute + "\" writes \"" + array.name + "\", ";
  if (array.is_table()) {
    Diagnostic error = make_error("table-written", what + "which is a table of constants", context.at);
    error.notes.push_back({"its contents are given", array.range->at});
    add_finding(context.function, std::move(error));
    return false;
  }
  const ValueRange written = RangeAnalysis(context.loops).find(value);
  const bool judged = !array.type.is_float() && !array.type.is_fixed();
  if (judged && written.low >= array.range->low && written.high <= array.range->high) return true;
  Diagnostic error =
      make_error("bad-assume", what + "and nothing proves that it keeps what is assumed of it", context.at);
  if (judged)
    error.message += "\nits value may be anything from " + to_string(written.low) + " to " + to_string(written.high);
  error.notes.push_back({"it is assumed to hold " + to_string(array.range->low) + " to " + to_string(array.range->high),
                         array.range->at});
  if (!judged) error.notes.back().text = "only integers can be promised of arrays that are written";
  add_finding(context.function, std::move(error));
  return false;
}

/// Where indices are computed, they are often what the value computes too.
void share_equal_parts(Compute& compute, ExprPtr& store) {
  std::vector<Access> loads;
  collect_loads(*compute.value, loads);
  const auto is_computed = [](const ExprPtr& index) { return index->op == Op::computed; };
  const auto has_computed = [&](const std::vector<ExprPtr>& indices) {
    return std::any_of(indices.begin(), indices.end(), is_computed);
  };
  const bool any = has_computed(store->operands) || std::any_of(loads.begin(), loads.end(), [&](const Access& load) {
                     return has_computed(load.indices);
                   });
  if (!any) return;
  EqualParts parts;
  compute.value = parts.share(compute.value);
  store = parts.share(store);
}

}  // namespace

void add_finding(Function& function, Diagnostic finding) {
  auto same = [&](const Diagnostic& other) {
    return other.code == finding.code && other.message == finding.message && other.at.line == finding.at.line &&
           other.at.file == finding.at.file;
  };
  const auto& findings = function.findings;
  if (std::none_of(findings.begin(), findings.end(), same)) function.findings.push_back(std::move(finding));
}

bool record_compute(Function& function, const ComputeDeclaration& declared) {
  function.note_change(declared.at);
  Compute compute;
  compute.name = declared.name;
  compute.at = declared.at;
  ComputeContext context{function, compute.name, compute.loops, declared.at};

  bool good = true;
  if (auto error = check_new_name(function, "compute", declared.name, declared.at)) {
    add_finding(function, std::move(*error));
    good = false;
  }
  good = elaborate_loops(declared.loops, context, compute.loops) && good;
  if (declared.destination->op != Op::load) {
    add_finding(function, make_error("no-destination",
                                     "compute \"" + compute.name + "\" is stored to no array element" +
                                         instead_of_destination(*declared.value, *declared.destination),
                                     declared.at));
    return false;
  }
  ExprPtr store = elaborate_access(*declared.destination, context);
  compute.value = elaborate_value(declared.value, declared.destination->array->type, context);
  if (!good || !store || !compute.value) return false;

  if (!check_target(*store, *compute.value, context)) return false;
  share_equal_parts(compute, store);
  compute.store = {store->index, store->operands, store->at};
  collect_loads(*compute.value, compute.loads);
  for (const ExprPtr& index : compute.store.indices) collect_loads(*index, compute.loads);
  compute.position = position_behind_all(function, compute.loops.size());
  function.computes.push_back(std::move(compute));
  return true;
}

void record_guard(Function& function, const std::string& compute, const ExprPtr& condition, const Location& at) {
  function.note_change(at);
  Compute& guarded = function.computes.at(function.find_compute(compute));
  const ComputeContext context{function, guarded.name, guarded.loops, at};
  if (ExprPtr guard = elaborate_guard(condition, context)) guarded.guards.push_back(std::move(guard));
}

}  // namespace pom::dsl
