#include "polyhedral/loops/dependence_facts.hpp"

#include <algorithm>
#include <set>

#include "polyhedral/analysis/carried.hpp"
#include "polyhedral/loops/check_marks.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

bool mentions(const dsl::ExprNode& index, int loop) {
  if (index.op == dsl::Op::loop) return index.index == loop;
  return std::any_of(index.operands.begin(), index.operands.end(),
                     [&](const dsl::ExprPtr& operand) { return mentions(*operand, loop); });
}

void collect_iterators(const AffineExpr& e, std::set<int>& loops, bool& divides) {
  if (e.kind == AffineExpr::Kind::iterator) loops.insert(e.loop);
  divides = divides || e.kind == AffineExpr::Kind::floordiv || e.kind == AffineExpr::Kind::mod;
  for (const AffineExpr& operand : e.operands) collect_iterators(operand, loops, divides);
}

/// A loop as written that the schedule spread over several iterators or that it divides for.
bool is_spread(const AffineExpr& original) {
  std::set<int> loops;
  bool divides = false;
  collect_iterators(original, loops, divides);
  return divides || loops.size() > 1;
}

void collect_instances(const LoopNode& node, std::vector<const LoopNode*>& instances) {
  if (node.kind == LoopNode::Kind::instance) instances.push_back(&node);
  for (const LoopNode& child : node.body) collect_instances(child, instances);
}

class FactFinder {
 public:
  FactFinder(const Scop& scop, const dsl::Function& program) : scop_(scop), program_(program) {}

  void walk(LoopNode& node) {
    if (node.kind == LoopNode::Kind::loop) add_facts(node);
    for (LoopNode& child : node.body) walk(child);
  }

  std::vector<Diagnostic> errors;

 private:
  void add_facts(LoopNode& loop) {
    std::vector<const LoopNode*> instances;
    collect_instances(loop, instances);
    std::set<int> inside;
    for (const LoopNode* instance : instances) inside.insert(instance->compute);
    const std::vector<int> statements(inside.begin(), inside.end());
    // A single iteration carries nothing, and the tool knows.
    const bool repeats = constant_trip_count(loop) != std::optional<std::int64_t>(1);
    std::set<int> arrays = loop.pipeline && repeats ? opaque_arrays(instances) : std::set<int>();
    for (int array : arrays) add_fact(loop, statements, array, nullptr);
    for (int s : statements) {
      const Statement& statement = scop_.statements[s];
      for (const FactRequest& request : statement.fact_requests) {
        if (loop.level >= static_cast<int>(statement.loops.size())) continue;
        if (statement.loops[loop.level].name != request.loop || !arrays.insert(request.array).second) continue;
        add_fact(loop, statements, request.array, &request);
      }
    }
  }

  /// Arrays that the loop writes and whose subscripts the schedule made hard to analyse.
  std::set<int> opaque_arrays(const std::vector<const LoopNode*>& instances) const {
    std::set<int> written, opaque;
    for (const LoopNode* instance : instances) {
      const dsl::Compute& compute = program_.computes[instance->compute];
      written.insert(compute.store.array);
      const auto inspect = [&](const dsl::Access& access) {
        for (const dsl::ExprPtr& index : access.indices) {
          for (std::size_t d = 0; d < instance->iterators.size(); ++d) {
            if (mentions(*index, static_cast<int>(d)) && is_spread(instance->iterators[d])) opaque.insert(access.array);
          }
        }
      };
      inspect(compute.store);
      for (const dsl::Access& load : compute.loads) inspect(load);
    }
    std::erase_if(opaque, [&](int array) { return !written.contains(array); });
    return opaque;
  }

  void add_fact(LoopNode& loop, const std::vector<int>& statements, int array, const FactRequest* request) {
    const CarriedConflicts conflicts = find_carried_conflicts(scop_, statements, loop.level, array);
    if (!conflicts.any) {
      loop.facts.push_back({CarriedFact::Kind::none, array, 0});
    } else if (!conflicts.least_flow_distance) {
      loop.facts.push_back({CarriedFact::Kind::no_flow, array, 0});
    } else if (*conflicts.least_flow_distance > loop.step) {
      loop.facts.push_back({CarriedFact::Kind::distance, array, *conflicts.least_flow_distance / loop.step});
    } else if (request) {
      refuse(loop, *request, conflicts);
    }
  }

  void refuse(const LoopNode& loop, const FactRequest& request, const CarriedConflicts& conflicts) {
    const std::string& array = program_.arrays[request.array]->name;
    errors.push_back(make_error("no-dependence-fact",
                                "iterations of loop " + loop.name + " depend on the ones before through \"" + array +
                                    "\"\niteration " + vector_text(conflicts.writing) +
                                    " writes an element that iteration " + vector_text(conflicts.reading) + " reads",
                                request.at));
  }

  static std::string vector_text(const std::vector<std::int64_t>& iteration) {
    std::string text;
    for (std::int64_t value : iteration) text += (text.empty() ? "(" : ",") + std::to_string(value);
    return text + ")";
  }

  const Scop& scop_;
  const dsl::Function& program_;
};

}  // namespace

std::vector<Diagnostic> add_dependence_facts(const Scop& scheduled, LoopTree& tree) {
  FactFinder finder(scheduled, *tree.program);
  for (LoopNode& root : tree.roots) finder.walk(root);
  return std::move(finder.errors);
}

}  // namespace pom::poly
