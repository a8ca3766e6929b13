#pragma once
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../slowness.hpp"

namespace pom::fuzz {

/// A case that takes longer is a finding. Processor time, so that a busy machine changes nothing.
constexpr int most_seconds_per_case = 10 * test::slowness;

/// What a child process sends to its parent: one line after the other.
class Reporter {
 public:
  explicit Reporter(int descriptor) : descriptor_(descriptor) {}
  /// The work on a case begins, with a fresh allowance of time; should the process end here, the case is to blame.
  void announce(std::uint64_t seed, const std::string& stage) const;
  void send(const std::string& line) const;

 private:
  int descriptor_;
};

/// A child process: crashes, endless loops and what they leave behind stay in it.
class Child {
 public:
  explicit Child(const std::function<void(const Reporter&)>& body);

  int descriptor() const { return descriptor_; }
  /// Takes what has arrived; false: the child has ended.
  bool receive();
  /// Waits for the end. "": as it should; else "timeout" or "crash", and where.
  std::string finish();

  const std::vector<std::string>& lines() const { return lines_; }
  bool has_announced() const { return announced_; }
  std::uint64_t last_seed() const { return last_seed_; }

 private:
  void take_line(const std::string& line);

  pid_t process_ = 0;
  int descriptor_ = -1;
  std::string rest_, last_stage_;
  std::vector<std::string> lines_;
  std::uint64_t last_seed_ = 0;
  bool announced_ = false;
};

}  // namespace pom::fuzz
