#include "dse/explore/directives.hpp"

#include <algorithm>

#include "dse/explore/context/context.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"
#include "dsl/model/any_part.hpp"

namespace pom::dse::explore {

namespace {

bool has_float(const dsl::ExprPtr& e, dsl::Op op) {
  return e && dsl::any_part(*e, [&](const dsl::ExprNode& part) {
           return part.op == op && (part.type == p_float32 || part.type == p_float64);
         });
}

/// One loop that is cut: what stays outside and what becomes copies.
struct Cut {
  std::size_t loop = 0;
  std::string outer, inner;  ///< of all statements; both empty: all iterations are copies
};

/// Directives on one statement of the unit after the other.
class DirectiveMaker {
 public:
  DirectiveMaker(const dsl::Function& program, const Unit& unit, const Configuration& choice,
                 std::set<std::string>& taken)
      : program_(program), unit_(unit), choice_(choice), plan_(plan_cuts(unit, choice)) {
    for (std::size_t n = 0; n < unit.loops.size(); ++n) {
      if (choice.factors[n] <= 1) continue;
      Cut cut{n, "", ""};
      if (!is_unrolled(unit, choice, n)) {
        cut.outer = fresh_name(unit.loops[n].name + "0", taken);
        cut.inner = fresh_name(unit.loops[n].name + "1", taken);
      }
      cuts_.push_back(std::move(cut));
    }
  }

  Schedule make(const std::vector<int>& computes) {
    // A loop is split in all statements before the next one is: strips of a loop that they share line up, and behind
    // other directives of one of them they no longer share it.
    for (const Cut& cut : cuts_) {
      for (std::size_t s = 0; s < computes.size() && !cut.outer.empty(); ++s)
        add(Split{name_of(computes[s]), var(unit_.names[s][cut.loop]), choice_.factors[cut.loop], cut.outer,
                  cut.inner});
    }
    for (std::size_t s = 0; s < computes.size(); ++s) order_loops(computes[s], unit_.names[s]);
    // Statements that shared a loop share the new ones: directives on each put them side by side again.
    for (std::size_t s = 1; s < computes.size() && !cuts_.empty(); ++s)
      add(After{name_of(computes[s]), name_of(computes[s - 1]), var(innermost_shared(s))});
    for (std::size_t s = 0; s < computes.size(); ++s) {
      if (unit_.own[s]) mark(computes[s], unit_.names[s], unit_.inside[s]);
    }
    state_facts(computes);
    return std::move(schedule_);
  }

 private:
  /// What the statement before calls the innermost loop that both share.
  std::string innermost_shared(std::size_t s) const {
    const std::size_t joined = unit_.joined[s];
    return joined > 0 ? unit_.inside[s - 1][joined - 1].name : order_of(unit_.names[s - 1]).back();
  }

  void state_facts(const std::vector<int>& computes) {
    const std::vector<std::string> loops = computes.empty() ? std::vector<std::string>{} : running(unit_.names[0]);
    if (loops.empty()) return;
    for (const UnitFact& fact : facts_of(unit_, choice_)) {
      if (fact.asked) add(DependenceFact{name_of(computes[0]), var(loops.back()), fact.array});
    }
  }

  void add(Primitive primitive) { schedule_.push_back({std::move(primitive), program_.at}); }
  const std::string& name_of(int compute) const { return program_.computes[compute].name; }
  const Cut* cut_of(std::size_t loop) const {
    const auto cut = std::find_if(cuts_.begin(), cuts_.end(), [&](const Cut& c) { return c.loop == loop; });
    return cut == cuts_.end() ? nullptr : &*cut;
  }
  static const std::string& copies_of(const Cut& cut, const std::vector<std::string>& names) {
    return cut.inner.empty() ? names[cut.loop] : cut.inner;
  }

  /// The loops that run on, outermost first; the last is pipelined.
  std::vector<std::string> running(const std::vector<std::string>& names) const {
    std::vector<std::string> loops;
    for (std::size_t n = 0; n < names.size(); ++n) {
      const Cut* cut = cut_of(n);
      if (!cut || !cut->outer.empty()) loops.push_back(cut ? cut->outer : names[n]);
    }
    return loops;
  }

  std::vector<std::string> order_of(const std::vector<std::string>& names) const {
    std::vector<std::string> order = running(names);
    for (const std::size_t loop : plan_.copies) order.push_back(copies_of(*cut_of(loop), names));
    return order;
  }

  void order_loops(int compute, const std::vector<std::string>& names) {
    if (cuts_.empty()) return;
    const std::string& name = name_of(compute);
    const std::vector<std::string> order = order_of(names);
    if (order != now(names)) {
      std::vector<LoopRef> loops;
      for (const std::string& loop : order) loops.push_back(var(loop));
      add(Reorder{name, std::move(loops)});
    }
    if (plan_.separated) add(Separate{name, var(copies_of(*cut_of(*plan_.separated), names))});
  }

  /// The order that the splits alone leave.
  std::vector<std::string> now(const std::vector<std::string>& names) const {
    std::vector<std::string> order;
    for (std::size_t n = 0; n < names.size(); ++n) {
      const Cut* cut = cut_of(n);
      if (!cut || cut->outer.empty()) {
        order.push_back(names[n]);
      } else {
        order.insert(order.end(), {cut->outer, cut->inner});
      }
    }
    return order;
  }

  void mark(int compute, const std::vector<std::string>& names, const std::vector<WholeLoop>& inside) {
    const dsl::Compute& record = program_.computes[compute];
    const std::vector<std::string> loops = running(names);
    if (!loops.empty()) add(Pipeline{record.name, var(loops.back()), choice_.interval});
    if (const auto apart = loop_apart(unit_, choice_)) {
      const Cut* cut = cut_of(*apart);
      add(FlattenOff{record.name, var(cut ? cut->outer : names[*apart])});
    }
    for (const Cut& cut : cuts_) add(Unroll{record.name, var(copies_of(cut, names)), choice_.factors[cut.loop]});
    for (const WholeLoop& loop : inside) add(Unroll{record.name, var(loop.name), loop.trip});
    if (!choice_.fabric_adders) return;
    for (const BindOp& binding : sums_without_dsp(record)) add(binding);
  }

  const dsl::Function& program_;
  const Unit& unit_;
  const Configuration& choice_;
  const CutPlan plan_;
  std::vector<Cut> cuts_;
  Schedule schedule_;
};

}  // namespace

std::vector<BindOp> sums_without_dsp(const dsl::Compute& compute) {
  std::vector<BindOp> bindings;
  for (const dsl::Op op : {dsl::Op::add, dsl::Op::sub}) {
    if (has_float(compute.value, op)) bindings.push_back({compute.name, dsl::to_string(op), "fabric", -1});
  }
  return bindings;
}

Schedule make_directives(const dsl::Function& program, const Unit& unit, const Configuration& choice,
                         const std::vector<int>& computes, std::set<std::string>& taken) {
  if (choice.interval <= 0) return {};
  return DirectiveMaker(program, unit, choice, taken).make(computes);
}

Schedule make_partitions(const BankFactors& banks) {
  Schedule schedule;
  for (const auto& [array, factors] : banks) {
    if (std::all_of(factors.begin(), factors.end(), [](std::int64_t f) { return f == 1; })) continue;
    schedule.push_back({Partition{array, factors, std::vector<std::string>(factors.size(), "cyclic")}, {}});
  }
  return schedule;
}

}  // namespace pom::dse::explore
