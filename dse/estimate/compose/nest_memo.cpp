#include "dse/estimate/compose/nest_memo.hpp"

#include <algorithm>

namespace pom::dse::estimate {

namespace {

constexpr std::size_t most_nests = 20'000;

/// Tells whether an index contains a quotient symbol, whose number is valid only in the estimated function.
bool has_quotient(const HoistedLoad& load) {
  return std::any_of(load.indices.begin(), load.indices.end(), [](const Linear& index) {
    return std::any_of(index.terms.begin(), index.terms.begin() + index.count,
                       [](const Index::Term& term) { return term.loop >= first_quotient; });
  });
}

/// Tells whether an estimate is valid in other functions: loop-invariant operations and quotients have numbers of their
/// function.
bool can_be_kept(const Surroundings& around) {
  return around.invariants.empty() && std::none_of(around.hoisted.begin(), around.hoisted.end(), has_quotient) &&
         std::none_of(around.sunk.begin(), around.sunk.end(), has_quotient);
}

}  // namespace

const NestEstimate* NestMemo::find(const std::string& key) const {
  const std::scoped_lock hold(lock_);
  const auto known = known_.find(key);
  return known == known_.end() ? nullptr : &known->second;
}

void NestMemo::keep(const std::string& key, const NestEstimate& estimate) {
  if (!can_be_kept(estimate.piece.around)) return;
  const std::scoped_lock hold(lock_);
  if (known_.size() < most_nests) known_.emplace(key, estimate);
}

std::size_t NestMemo::size() const {
  const std::scoped_lock hold(lock_);
  return known_.size();
}

}  // namespace pom::dse::estimate
