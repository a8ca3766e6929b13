#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace pom {

/// What the debugging environment asks for.
struct DumpSettings {
  std::string directory;          ///< POM_DUMP: where the stages' texts go; empty: nowhere
  std::optional<int> stop_after;  ///< POM_STOP_AFTER: number of the last stage to run
  bool show_times = false;        ///< POM_TIME=1

  /// Error `bad-environment`: POM_STOP_AFTER is not a number ≥ 0.
  static Result<DumpSettings> from_environment();
};

/// Follows a compilation through its stages: call `stage` after each one.
///
///     dump.stage("dsl.txt", [&] { return to_string(program); });     → 00-dsl.txt
///     dump.step("skew.txt", [&] { return to_string(scop); });        → 01-01-skew.txt (a step of stage 01,
///                                                                            which the next `stage` call ends)
///
/// A text equal to the one before with the same extension is written as "(unchanged)". A stage's time runs from the
/// call before to this one; producing and writing the texts is not counted.
class StageDump {
 public:
  using MakeText = std::function<std::string()>;

  explicit StageDump(DumpSettings);
  ~StageDump();  ///< prints the time table to stderr when asked for
  StageDump(const StageDump&) = delete;
  StageDump& operator=(const StageDump&) = delete;

  /// Ends the next stage: numbers count from 00. `name` has an extension. Error: `cannot-write`.
  Status stage(const std::string& name, const MakeText& text);
  Status stage(const std::string& name, const std::string& text);
  /// Ends a step of the stage that is still running (the one that the next `stage` call ends). Error: `cannot-write`.
  Status step(const std::string& name, const MakeText& text);

  /// Texts are written somewhere: what exists only for them is worth making.
  bool is_active() const { return !settings_.directory.empty(); }
  /// The stage after which POM_STOP_AFTER wants to stop is over.
  bool should_stop() const;
  /// One line per stage, in milliseconds, and their sum.
  std::string time_table() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Timing {
    std::string name;
    double milliseconds;
  };

  Status write(const std::string& file, const MakeText& text);
  double lap();

  DumpSettings settings_;
  int next_stage_ = 0;
  int next_step_ = 1;
  double steps_milliseconds_ = 0;                  ///< of the running stage
  std::map<std::string, std::string> last_texts_;  ///< by extension
  std::vector<Timing> timings_;
  Clock::time_point started_;
};

}  // namespace pom
