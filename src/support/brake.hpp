#pragma once
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

namespace pom {

/// Ends questions to a solver that take too long. isl's steps are counted, but one takes 0.3 µs or 30 µs. While a brake
/// lives, it is in force on the thread that made it; behind it, an older one is again. Its own thread looks at the
/// clocks and at `interrupted`, and calls what aborts the question that is being asked.
class Brake {
 public:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  struct Limits {
    /// Of the processor, in all questions together; the load of the machine does not shorten it.
    double processor_seconds = unlimited;
    /// Of the clock, since the brake was made, for questions that name their part of it.
    double seconds = unlimited;
    std::function<bool()> interrupted = {};  ///< ends the same questions at once; empty: never
  };
  explicit Brake(Limits);
  ~Brake();
  Brake(const Brake&) = delete;
  Brake& operator=(const Brake&) = delete;

  class Question;

 private:
  using Clock = std::chrono::steady_clock;
  struct Asked {
    double part = 0;  ///< of the limits; 0: of the processor's all, and the clock does not end it
    std::function<void()> abort;
    Asked* around = nullptr;
    bool aborted = false;
  };

  void watch(const std::stop_token&);
  bool is_over(double part) const;
  double processor_seconds() const;

  const Limits limits_;
  const Clock::time_point start_ = Clock::now();
  Brake* const before_;
  clockid_t processor_ = {};   ///< the clock of the thread that asks
  mutable std::mutex asking_;  ///< guards the questions, and what they have used
  Asked* innermost_ = nullptr;
  double used_ = 0, began_ = 0;          ///< processor seconds: of ended questions; when the outermost one began
  std::condition_variable_any stopped_;  ///< notified by nothing but a request to stop
  std::jthread watcher_;                 ///< last: it uses all the others
};

/// While one lives, a question is asked on this thread. Questions may lie in each other.
class Brake::Question {
 public:
  /// It ends when this part of the brake's limits is used up, counted from the brake's beginning; 0: when the whole
  /// limit of the processor is, and never by the clock.
  Question(double part, std::function<void()> abort);
  ~Question() { end(); }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  /// Nothing is left of the time: it is not to be asked.
  bool is_late() const { return late_; }
  /// After it, nothing is aborted any more. True: it was.
  bool end();

 private:
  Brake* brake_;  ///< null: none is in force, or the question has ended
  Asked asked_;
  bool late_ = false;
};

}  // namespace pom
