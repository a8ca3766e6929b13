#include "dse/explore/budget/watch.hpp"

#include <algorithm>
#include <utility>

namespace pom::dse::explore {

namespace {

/// Between two reports, so that they cost nothing.
constexpr double report_seconds = 0.1;

}  // namespace

SearchWatch::SearchWatch(double seconds, std::function<bool()> interrupted, std::function<void(const Progress&)> report)
    : budget_(seconds), interrupted_(std::move(interrupted)), report_(std::move(report)) {}

double SearchWatch::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

bool SearchWatch::over() const {
  if (over_) return true;
  const double now = seconds();
  if (now <= budget_ && !(interrupted_ && interrupted_())) return false;
  over_since_ = now;
  return over_ = true;
}

double SearchWatch::seconds_over() const { return over() ? seconds() - over_since_ : 0; }

void SearchWatch::count() {
  ++candidates_;
  if (!report_) return;
  const std::unique_lock lock(reporting_, std::try_to_lock);
  const double now = seconds();
  if (!lock.owns_lock() || now < last_report_ + report_seconds) return;
  last_report_ = now;
  report_({candidates_, best_, bound_, std::max(0.0, budget_ - now)});
}

}  // namespace pom::dse::explore
