#include "driver/explore/time_search.hpp"

#include <algorithm>

namespace pom::driver {

std::optional<StreamingDesign> TimeSearch::run() {
  narrow();
  if (found_.empty()) try_all();
  if (!found_.empty()) try_longer();
  if (!found_.empty()) try_even();
  if (!found_.empty()) try_generous();
  return settled();
}

/// Mostly longer times are cheaper: all before `low` fit, none from `high` on does. What a design takes grows with its
/// work, so that each tells where the border may be: what is far beyond it would take long to make, for nothing.
void TimeSearch::narrow() {
  std::size_t low = 0, high = times_.size();
  affordable_ = matcher_.affordable_at_first();
  for (int probe = 1; low < high && !ended_; ++probe) {
    const bool halve = probe % 3 == 0;  // whatever the designs tell, few will do
    const std::size_t next = halve ? low + (high - low) / 2 : last_with(affordable_, low, high);
    if (fits(next)) {
      low = next + 1;
    } else {
      high = next;
    }
  }
  shortest_ = low;
}

/// Memories may cost more with fewer tokens at a time: where nothing fitted, the others are tried too, those first
/// whose operators should fit.
void TimeSearch::try_all() {
  const std::size_t first = last_with(matcher_.affordable_at_first(), 0, times_.size());
  const auto try_one = [&](std::size_t next) {
    if (found_.empty() && !ended_ && !tried_.contains(next)) fits(next);
  };
  for (std::size_t next = first + 1; next-- > 0;) try_one(next);
  for (std::size_t next = first + 1; next < times_.size(); ++next) try_one(next);
}

/// The shortest of these times whose work is no more than this; the longest, if all have more.
std::size_t TimeSearch::last_with(double work, std::size_t low, std::size_t high) const {
  std::size_t next = low;
  while (next + 1 < high && matcher_.work_at(times_[next + 1]) <= work) ++next;
  return next;
}

/// What cannot be streamed evenly is slower than its time: longer ones may be better while they are below it.
void TimeSearch::try_longer() {
  for (std::size_t next = shortest_; next-- > 0 && !ended_;) {
    if (!tried_.contains(next) && times_[next] < best().cycles) fits(next);
  }
}

/// Times that did not fit may have been uneven ones, which cost more: a shorter one at which no process waits is tried
/// while it may be affordable, if only half of the resources grew with the work.
void TimeSearch::try_even() {
  constexpr double growing = 0.5;
  const StreamingDesign& known = best();
  const double work = matcher_.work_at(times_[known.time]), cycles = known.cycles;
  const double most = work * (1 + (1 / matcher_.share_of(known) - 1) / growing);
  for (std::size_t next = times_.size(); next-- > 0 && !ended_ && times_[next] < cycles;) {
    if (tried_.contains(next) || matcher_.work_at(times_[next]) > most || !matcher_.is_even(times_[next])) continue;
    if (fits(next)) return;
  }
}

/// Processes of nearly no work may be faster than the time asks for, where the design is slower than its time.
void TimeSearch::try_generous() {
  constexpr double slower = 1.01;
  const StreamingDesign& known = best();
  const std::size_t number = known.time;
  const double time = times_[number];
  if (ended_ || known.cycles <= slower * time) return;
  if (matcher_.work_at(time, Copies::generous) > matcher_.work_at(time)) fits(number, Copies::generous);
}

bool TimeSearch::fits(std::size_t time, Copies copies) {
  tried_.insert(time);
  if (time > 0 && matcher_.is_hopeless(times_[time])) return false;
  auto design = matcher_.design(times_[time], copies);
  ended_ = is_over_();
  const double work = matcher_.work_at(times_[time], copies);
  // Processes that wait for each other share operators: what is done in a cycle is then less.
  const double done = design && design->cycles > times_[time] ? work * times_[time] / design->cycles : work;
  affordable_ = design ? done / matcher_.share_of(*design) : work / 2;
  if (!design) return false;
  design->time = time;
  const bool holds = design->fits;
  if (holds) {
    found_.push_back(*std::move(design));
  } else if (!smallest_ || design->cycles > smallest_->cycles) {
    smallest_ = std::move(design);
  }
  return holds;
}

/// The first of the fastest.
StreamingDesign& TimeSearch::best() {
  return *std::min_element(found_.begin(), found_.end(),
                           [](const StreamingDesign& a, const StreamingDesign& b) { return a.cycles < b.cycles; });
}

/// Depths of FIFOs take long to find, and hardly ever decide whether a design fits: only the best one gets them.
std::optional<StreamingDesign> TimeSearch::settled() {
  while (!found_.empty()) {
    StreamingDesign& next = best();
    if (matcher_.settle(next)) return std::move(next);
    if (!smallest_ || next.cycles > smallest_->cycles) smallest_ = std::move(next);
    found_.erase(found_.begin() + (&next - found_.data()));
  }
  return std::move(smallest_);
}

}  // namespace pom::driver
