#include "driver/explore/time_search.hpp"

#include <algorithm>

namespace pom::driver {

namespace {

/// Paces differ in the banks of their memories and in the order of loops, which change what memory takes by less than
/// this: so many times as much as there is fits at no pace.
constexpr double hopeless_memory = 8;

}  // namespace

std::optional<StreamingDesign> TimeSearch::run() {
  narrow();
  if (found_.empty() && least_memory_ < hopeless_memory) try_all();
  if (!found_.empty()) try_slower();
  if (!found_.empty() && !goal_.is_latency()) try_cheaper();
  ended_ = ended_ || is_over_();  // the list of paces may be shorter than it would be
  return settled();
}

/// Mostly slower paces are cheaper: all before `low` fit, none from `high` on does. What a design takes grows with its
/// work, so that each tells where the border may be: what is far beyond it would take long to make, for nothing.
void TimeSearch::narrow() {
  constexpr int most_steps = 2;  // by one pace, or by all but one: what the designs tell is no help then
  std::size_t low = 0, high = paces_.size();
  affordable_ = matcher_.affordable_at_first();
  for (int steps = 0; low < high && !ended_;) {
    const std::size_t next = steps >= most_steps ? low + (high - low) / 2 : last_with(affordable_, low, high);
    const bool holds = fits(next);
    const bool is_step = next == (holds ? low : high - 1);
    steps = is_step ? steps + 1 : 0;
    if (holds) {
      low = next + 1;
    } else {
      high = next;
    }
  }
  quickest_ = low;
}

/// Memories may cost more with fewer tokens at a time: where nothing fitted, the others are tried too, those first
/// whose operators should fit.
void TimeSearch::try_all() {
  const std::size_t first = last_with(matcher_.affordable_at_first(), 0, paces_.size());
  const auto try_one = [&](std::size_t next) {
    if (found_.empty() && !ended_ && !tried_.contains(next)) fits(next);
  };
  for (std::size_t next = first + 1; next-- > 0;) try_one(next);
  for (std::size_t next = first + 1; next < paces_.size(); ++next) try_one(next);
}

/// The quickest of these paces whose work is no more than this; the slowest, if all have more.
std::size_t TimeSearch::last_with(double work, std::size_t low, std::size_t high) const {
  std::size_t next = low;
  while (next + 1 < high && paces_[next + 1].work <= work) ++next;
  return next;
}

/// What cannot be streamed evenly is slower than its pace: others may be better while they are below it. Where some in
/// a row are not, slower ones hardly are.
void TimeSearch::try_slower() {
  constexpr int most_in_vain = 2;
  int in_vain = 0;
  for (std::size_t next = quickest_; next-- > 0 && !ended_ && in_vain < most_in_vain;) {
    const double before = best().cycles;
    if (tried_.contains(next) || paces_[next].time >= before) continue;
    fits(next);
    in_vain = best().cycles < before ? 0 : in_vain + 1;
  }
}

/// A slower pace has less work; what the goal prefers to the best one so far may be any of them.
void TimeSearch::try_cheaper() {
  for (std::size_t next = quickest_; next-- > 0 && !ended_;) fits(next);
}

bool TimeSearch::fits(std::size_t pace) {
  const auto [known, is_new] = tried_.try_emplace(pace, false);
  if (!is_new) return known->second;
  const double work = paces_[pace].work;
  if (pace > 0 && matcher_.is_hopeless(paces_[pace])) return false;
  auto design = matcher_.design(pace);
  ended_ = is_over_();
  if (design && !design->judged) return false;
  affordable_ = design ? work / matcher_.share_of(*design) : work / 2;
  least_memory_ = std::min(least_memory_, design ? matcher_.memory_share_of(*design) : 0);
  if (!design) return false;
  const bool holds = known->second = design->fits;
  is_buildable_ = true;
  if (holds) found_.push_back(*std::move(design));
  return holds;
}

/// The first of those that the goal prefers.
StreamingDesign& TimeSearch::best() {
  const auto rated = [](const StreamingDesign& design) {
    return dse::explore::Rated{design.cycles, design.qor.resources, design.fits};
  };
  return *std::min_element(found_.begin(), found_.end(), [&](const StreamingDesign& a, const StreamingDesign& b) {
    return goal_.prefers(rated(a), rated(b));
  });
}

/// Depths of FIFOs take long to find, and hardly ever decide whether a design fits: only the best one gets them.
std::optional<StreamingDesign> TimeSearch::settled() {
  while (!found_.empty()) {
    StreamingDesign& next = best();
    if (matcher_.settle(next)) return std::move(next);
    found_.erase(found_.begin() + (&next - found_.data()));
  }
  return std::nullopt;
}

}  // namespace pom::driver
