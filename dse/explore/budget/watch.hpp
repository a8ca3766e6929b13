#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>

namespace pom::dse::explore {

/// How far a search is.
struct Progress {
  long candidates = 0;
  double best = 0;          ///< cycles of the fastest design so far; 0: none yet
  double bound = 0;         ///< cycles; 0: not known yet
  double seconds_left = 0;  ///< of the time budget
};

/// What a search looks at now and then: is its time over, and who wants to know how far it is? One search's units ask
/// from several threads.
class SearchWatch {
 public:
  /// `interrupted` (empty: never) is asked from any thread; `report` (empty: nobody) by one thread at a time.
  SearchWatch(double seconds, std::function<bool()> interrupted, std::function<void(const Progress&)> report);

  /// The best so far has to do. Once over, for ever over.
  bool over() const;
  /// One candidate more was estimated.
  void count();
  void set_best(double cycles) { best_ = cycles; }
  void set_bound(double cycles) { bound_ = cycles; }

  bool ended_early() const { return over_; }
  double seconds() const;       ///< since the beginning
  double seconds_over() const;  ///< since the end of the time was seen; 0: it is not over
  long candidates() const { return candidates_; }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
  double budget_;
  std::function<bool()> interrupted_;
  std::function<void(const Progress&)> report_;
  mutable std::atomic<bool> over_ = false;      ///< seen by whoever asked first
  mutable std::atomic<double> over_since_ = 0;  ///< seconds; set before `over_`
  std::atomic<long> candidates_ = 0;
  std::atomic<double> best_ = 0, bound_ = 0;
  std::mutex reporting_;
  double last_report_ = 0;  ///< seconds; behind `reporting_`
};

}  // namespace pom::dse::explore
