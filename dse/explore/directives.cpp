#include "dse/explore/directives.hpp"

#include <algorithm>

namespace pom::dse {

namespace {

std::string fresh_name(const std::string& base, std::set<std::string>& taken) {
  std::string name = base;
  for (int n = 2; !taken.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  return name;
}

bool has_float(const dsl::ExprPtr& e, dsl::Op op) {
  if (!e) return false;
  if (e->op == op && (e->type == p_float32 || e->type == p_float64)) return true;
  return std::any_of(e->operands.begin(), e->operands.end(),
                     [&](const dsl::ExprPtr& operand) { return has_float(operand, op); });
}

LoopRef by_name(const std::string& name) {
  LoopRef loop;
  loop.name = name;
  return loop;
}

/// One loop that is cut: what stays outside and what becomes copies.
struct Cut {
  std::size_t loop = 0;
  std::string outer, inner;  ///< outer empty: all iterations are copies
};

}  // namespace

Schedule make_directives(const dsl::Function& program, const Unit& unit, const UnitChoice& choice,
                         const std::vector<int>& computes, std::set<std::string>& taken) {
  std::vector<Cut> cuts;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (choice.factors[n] <= 1) continue;
    const UnitLoop& loop = unit.loops[n];
    if (choice.factors[n] >= loop.trip) {
      cuts.push_back({n, "", loop.name});
    } else {
      Cut cut{n, fresh_name(loop.name + "0", taken), ""};
      cut.inner = fresh_name(loop.name + "1", taken);
      cuts.push_back(cut);
    }
  }
  std::vector<LoopRef> order;
  std::string pipelined;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    const auto cut = std::find_if(cuts.begin(), cuts.end(), [&](const Cut& c) { return c.loop == n; });
    if (cut != cuts.end() && cut->outer.empty()) continue;
    pipelined = cut == cuts.end() ? unit.loops[n].name : cut->outer;
    order.push_back(by_name(pipelined));
  }
  for (const Cut& cut : cuts) order.push_back(by_name(cut.inner));
  Schedule schedule;
  const auto add = [&](Primitive primitive) { schedule.push_back({std::move(primitive), program.at}); };
  for (int compute : computes) {
    const std::string& name = program.computes[static_cast<std::size_t>(compute)].name;
    for (const Cut& cut : cuts) {
      if (!cut.outer.empty())
        add(Split{name, by_name(unit.loops[cut.loop].name), choice.factors[cut.loop], cut.outer, cut.inner});
    }
    if (!cuts.empty() && order.size() > 1) add(Reorder{name, order});
  }
  // Statements that shared a loop share the new ones: directives on each put them side by side again.
  for (std::size_t n = 1; n < computes.size() && !cuts.empty(); ++n) {
    const std::string& name = program.computes[static_cast<std::size_t>(computes[n])].name;
    const std::string& before = program.computes[static_cast<std::size_t>(computes[n - 1])].name;
    add(After{name, before, order.back()});
  }
  for (int compute : computes) {
    const dsl::Compute& record = program.computes[static_cast<std::size_t>(compute)];
    if (!pipelined.empty()) add(Pipeline{record.name, by_name(pipelined), choice.interval});
    for (const Cut& cut : cuts) add(Unroll{record.name, by_name(cut.inner), choice.factors[cut.loop]});
    if (!choice.fabric_adders) continue;
    if (has_float(record.value, dsl::Op::add)) add(BindOp{record.name, "add", "fabric", -1});
    if (has_float(record.value, dsl::Op::sub)) add(BindOp{record.name, "sub", "fabric", -1});
  }
  return schedule;
}

Schedule make_partitions(const BankFactors& banks) {
  Schedule schedule;
  for (const auto& [array, factors] : banks) {
    if (std::all_of(factors.begin(), factors.end(), [](std::int64_t f) { return f == 1; })) continue;
    schedule.push_back({Partition{array, factors, std::vector<std::string>(factors.size(), "cyclic")}, {}});
  }
  return schedule;
}

}  // namespace pom::dse
