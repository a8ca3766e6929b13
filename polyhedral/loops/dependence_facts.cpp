#include "polyhedral/loops/dependence_facts.hpp"

#include <algorithm>
#include <set>

#include "dsl/model/any_part.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/analysis/carried.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/loops/check_marks.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

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

/// isl's steps for what the iterations of one loop have in common in one array.
constexpr unsigned long fact_steps = 300'000;
/// What all facts together may take that nobody asked for.
constexpr unsigned long all_fact_steps = 1'000'000;

class FactFinder {
 public:
  FactFinder(const Scop& scop, const dsl::Function& program) : scop_(scop), program_(program) {}

  /// `band`: the loops around that form a perfect nest with what comes.
  void walk(LoopNode& node, std::vector<const LoopNode*> band) {
    if (node.kind == LoopNode::Kind::loop) {
      band.push_back(&node);
      add_facts(node, band);
    } else {
      band.clear();
    }
    if (node.body.size() > 1) band.clear();
    for (LoopNode& child : node.body) walk(child, band);
  }

  /// What was asked about loops that are gone.
  void refuse_unanswered() {
    for (const Statement& statement : scop_.statements) {
      for (const FactRequest& request : statement.fact_requests) {
        if (answered_.contains(&request)) continue;
        errors.push_back(
            make_error("no-dependence-fact",
                       "nothing is to be said about \"" + program_.arrays[request.array]->name + "\" in loop " +
                           request.loop + " of \"" + statement.name +
                           "\": the schedule left no such loop that repeats and writes it\nask about the loop "
                           "that stands there at the end",
                       request.at));
      }
    }
  }

  std::vector<Diagnostic> errors;

 private:
  void add_facts(LoopNode& loop, const std::vector<const LoopNode*>& band) {
    std::vector<const LoopNode*> instances;
    collect_instances(loop, instances);
    std::set<int> inside, done;
    for (const LoopNode* instance : instances) inside.insert(instance->compute);
    const std::vector<int> statements(inside.begin(), inside.end());
    for (int s : statements) {
      const Statement& statement = scop_.statements[s];
      for (const FactRequest& request : statement.fact_requests) {
        if (loop.level >= static_cast<int>(statement.loops.size())) continue;
        if (statement.loops[loop.level].name != request.loop || !writes(statements, request.array)) continue;
        answered_.insert(&request);
        if (done.insert(request.array).second) add_fact(loop, band, statements, request.array, &request);
      }
    }
    // A single iteration carries nothing, and the tool knows.
    if (!loop.pipeline || constant_trip_count(loop) == std::optional<std::int64_t>(1)) return;
    for (int array : opaque_arrays(instances)) {
      if (done.insert(array).second) add_fact(loop, band, statements, array, nullptr);
    }
  }

  bool writes(const std::vector<int>& statements, int array) const {
    return std::any_of(statements.begin(), statements.end(),
                       [&](int s) { return scop_.statements[s].write.array == array; });
  }

  /// The innermost loops of the perfect nest that the vendor's tool may flatten: the trip counts of all but the first
  /// do not depend on the loops around. One that a parameter decides may be 1.
  static Band flattened(const std::vector<const LoopNode*>& nest) {
    const auto level_of = [](const LoopNode& loop) {
      return Band::Level{constant_trip_count(loop).value_or(1), has_moving_bounds(loop)};
    };
    Band band{nest.back()->level, nest.back()->level, {level_of(*nest.back())}};
    for (std::size_t n = nest.size() - 1; n-- > 0 && has_fixed_trip_count(*nest[n + 1]);)
      add_around(band, nest[n]->level, level_of(*nest[n]));
    return band;
  }

  /// Arrays that the loop writes and whose subscripts the schedule made hard to analyse.
  std::set<int> opaque_arrays(const std::vector<const LoopNode*>& instances) const {
    std::set<int> written, opaque;
    for (const LoopNode* instance : instances) {
      const dsl::Compute& compute = program_.computes[instance->compute];
      written.insert(compute.store.array);
      const auto inspect = [&](const dsl::Access& access) {
        for (const dsl::ExprPtr& index : access.indices) {
          if (index->op == dsl::Op::computed) opaque.insert(access.array);  // the tool sees nothing of it
          for (std::size_t d = 0; d < instance->iterators.size(); ++d) {
            if (dsl::mentions_loop(*index, static_cast<int>(d)) && is_spread(instance->iterators[d]))
              opaque.insert(access.array);
          }
        }
      };
      inspect(compute.store);
      for (const dsl::Access& load : compute.loads) inspect(load);
    }
    std::erase_if(opaque, [&](int array) { return !written.contains(array); });
    return opaque;
  }

  void add_fact(LoopNode& loop, const std::vector<const LoopNode*>& nest, const std::vector<int>& statements, int array,
                const FactRequest* request) {
    // The tool has nothing to assume of FIFOs.
    if (scop_.hardware.find_stream(array) || dsl::is_stream_port(program_, array)) return;
    CarriedConflicts conflicts;
    const isl::ctx context = scop_.statements[statements.front()].domain.ctx();
    StepPool own{fact_steps};
    const bool proved = try_within(context, request ? own : pool_, fact_steps, [&] {
      conflicts = find_carried_conflicts(scop_, statements, flattened(nest), array);
    });
    if (!proved) {
      if (request) refuse_hard(loop, *request);
      return;  // without a request nothing is said, and the tool proves what it can
    }
    if (!conflicts.any) {
      loop.facts.push_back({CarriedFact::Kind::none, array, 0});
    } else if (!conflicts.least_flow_distance) {
      loop.facts.push_back({CarriedFact::Kind::no_flow, array, 0});
    } else if (*conflicts.least_flow_distance >= 2) {
      loop.facts.push_back({CarriedFact::Kind::distance, array, *conflicts.least_flow_distance});
    } else if (request) {
      refuse(loop, *request, conflicts);
    }
  }

  void refuse(const LoopNode& loop, const FactRequest& request, const CarriedConflicts& conflicts) {
    const std::string& array = program_.arrays[request.array]->name;
    const bool computed = is_computed(request.array);
    Diagnostic error =
        make_error("no-dependence-fact",
                   "iterations of loop " + loop.name + " depend on the ones before through \"" + array +
                       "\"\niteration " + vector_text(conflicts.writing) + (computed ? " may write" : " writes") +
                       " an element that iteration " + vector_text(conflicts.reading) + " reads",
                   request.at);
    // A copy of a tile may read what no statement of the user's reads.
    const dsl::Compute& reader = program_.computes[conflicts.reader];
    error.notes.push_back({"\"" + reader.name + "\" reads it", reader.at});
    if (computed)
      error.notes.push_back(
          {"an index of it is computed; copies that take turns, as in h(i % 4, x(i)), keep iterations "
           "apart by proof",
           {}});
    errors.push_back(std::move(error));
  }

  bool is_computed(int array) const {
    return std::any_of(scop_.statements.begin(), scop_.statements.end(), [&](const Statement& statement) {
      const auto may = [&](const AccessRelation& access) { return access.array == array && access.may; };
      return may(statement.write) || std::any_of(statement.reads.begin(), statement.reads.end(), may);
    });
  }

  void refuse_hard(const LoopNode& loop, const FactRequest& request) {
    errors.push_back(make_error("analysis-too-hard",
                                "what iterations of loop " + loop.name + " have in common in \"" +
                                    program_.arrays[request.array]->name +
                                    "\" takes too much work to find\nsimpler indices help: fewer divisions and "
                                    "remainders",
                                request.at));
  }

  static std::string vector_text(const std::vector<std::int64_t>& iteration) {
    std::string text;
    for (std::int64_t value : iteration) text += (text.empty() ? "(" : ",") + std::to_string(value);
    return text + ")";
  }

  const Scop& scop_;
  const dsl::Function& program_;
  std::set<const FactRequest*> answered_;
  StepPool pool_{all_fact_steps, 1};
};

}  // namespace

std::vector<Diagnostic> add_dependence_facts(const Scop& scheduled, LoopTree& tree) {
  FactFinder finder(scheduled, *tree.program);
  for (LoopNode& root : tree.roots) finder.walk(root, {});
  finder.refuse_unanswered();
  return std::move(finder.errors);
}

}  // namespace pom::poly
