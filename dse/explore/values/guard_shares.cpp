#include "dse/explore/values/guard_shares.hpp"

#include <algorithm>
#include <utility>

#include "dse/estimate/blocks/known_condition.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

namespace {

/// Iterations in which guards of the same loops are looked at, before nobody knows.
constexpr std::int64_t most_looked_at = 1 << 14;

}  // namespace

bool may_pass(const Function& function, const Guards& guards, estimate::Unrolling& iteration) {
  return std::all_of(guards.begin(), guards.end(), [&](const Guard& guard) {
    return estimate::known_condition(function, guard.condition, iteration).value_or(guard.holds) == guard.holds;
  });
}

unsigned GuardShares::loops_of(int condition) const {
  unsigned loops = 0;
  visit_parts(function_, condition, [&](const Expression& e) {
    if (e.op == OpKind::iterator) loops |= bit_of(places_, e.loop, ~0U);
  });
  return loops;
}

/// A conjunction that has to hold is as many guards as it has parts, and so is a disjunction that must not.
void GuardShares::split(const Guard& guard, std::set<Guard>& passed, std::vector<Part>& parts) const {
  if (!passed.insert(guard).second) return;
  const Expression& e = function_.expressions[guard.condition];
  if (e.op == (guard.holds ? OpKind::bit_and : OpKind::bit_or)) {
    for (const int operand : e.operands) split({operand, guard.holds}, passed, parts);
    return;
  }
  Part joined{loops_of(guard.condition), {guard}};
  std::erase_if(parts, [&](const Part& part) {
    if ((part.loops & joined.loops) == 0) return false;
    joined.loops |= part.loops;
    joined.guards.insert(joined.guards.end(), part.guards.begin(), part.guards.end());
    return true;
  });
  parts.push_back(std::move(joined));
}

GuardShare GuardShares::share_of(const Part& part) const {
  const IterationBox box(function_, places_, part.loops, most_looked_at);
  if (box.size() == 0) return {part.loops, 1, 0};
  std::int64_t built = 0;
  for (std::int64_t n = 0; n < box.size(); ++n) {
    estimate::Unrolling iteration = box.iteration(n);
    built += may_pass(function_, part.guards, iteration);
  }
  const auto all = static_cast<double>(box.size());
  return {part.loops, all, static_cast<double>(built) / all};
}

const GuardShare& GuardShares::of(const Guards& guards) {
  const auto [known, fresh] = known_.try_emplace(guards);
  if (!fresh) return known->second;
  std::vector<Part> parts;
  std::set<Guard> passed;
  for (const Guard& guard : guards) split(guard, passed, parts);
  for (const Part& part : parts) {
    const GuardShare share = share_of(part);
    known->second.loops |= share.loops;
    known->second.iterations *= share.iterations;
    known->second.built *= share.built;
  }
  return known->second;
}

}  // namespace pom::dse::explore
