#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// Processes that run at once and send each other tokens through FIFOs, and the time that this takes. Times are in
/// cycles.
namespace pom::dse::dataflow {

/// The numbers first, first + step, …: `count` of them.
struct Run {
  std::int64_t first = 0, step = 1, count = 1;

  std::int64_t at(std::int64_t n) const { return first + n * step; }
  std::int64_t last() const { return at(count - 1); }
  bool operator==(const Run&) const = default;
};

/// Increasing numbers, as few runs as appending them in order gives.
class Sequence {
 public:
  Sequence() = default;
  Sequence(std::initializer_list<Run> runs) {
    for (const Run& run : runs) append(run);
  }

  /// All numbers of the run lie behind all that are there. The same numbers give the same runs, however they come.
  void append(Run run);

  const std::vector<Run>& runs() const { return runs_; }
  std::int64_t count() const;
  std::vector<std::int64_t> numbers() const;
  bool operator==(const Sequence&) const = default;

 private:
  std::vector<Run> runs_;
};

/// One end of a channel: the process's own cycles in which a token is written or read. A process's own cycles stand
/// still while it waits.
struct Port {
  int channel = -1;
  bool writes = false;
  Sequence cycles;
  bool operator==(const Port&) const = default;
};

struct Process {
  std::string name;
  std::int64_t length = 0;   ///< own cycles from its start until it is done
  std::vector<Port> ports;   ///< at most one for each end of a channel
  std::vector<int> after{};  ///< starts when these processes are done: it reads memories that they fill
  bool operator==(const Process&) const = default;
};

struct Channel {
  std::string name;
  int bits = 32;            ///< of one token
  std::int64_t copies = 1;  ///< FIFOs side by side whose tokens come and go together
  bool operator==(const Channel&) const = default;
};

struct Network {
  std::vector<Process> processes;
  std::vector<Channel> channels;  ///< each written by one port and read by one
  bool operator==(const Network&) const = default;
};

/// By channel: how many tokens it holds at once.
using Depths = std::vector<std::int64_t>;
constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max() / 4;

/// A process that stands still for ever, and what for.
struct Wait {
  int process = -1, channel = -1;
  bool full = false;  ///< the channel is full; else it is empty
};

/// How a run of the network goes.
struct Timing {
  std::int64_t latency = 0;                 ///< until the last process is done
  std::vector<std::int64_t> done;           ///< by process
  std::vector<std::int64_t> stalls{};       ///< by process: cycles for which it stands still once it has started
  std::vector<Sequence> written{}, read{};  ///< by channel: when each token comes and goes
  /// When the processes wait for each other: each for the next one, the last for the first or for one that is done.
  /// Then nothing else holds.
  std::vector<Wait> deadlock{};
};

/// "\"a\" waits for space in \"x\", \"b\" waits for a token of \"y\"".
std::string describe(const Network&, const std::vector<Wait>& deadlock);

/// The rules, found in the RTL of real designs: all processes start together; in every cycle a process takes one step,
/// unless a token that it reads in that step is not there yet or a FIFO that it writes is full: then it stands still,
/// iterations in flight included. A token written in one cycle can be read from the next one on, and a place that a
/// read frees can be used from the next one on.
///
/// `simulate_tokens` goes from token to token; `simulate_phases` over runs of them, of which rows and tiles make few,
/// and gives the same, or nothing where FIFOs hold each other up for long or for ever. `simulate` is the faster one
/// that answers.
Timing simulate_tokens(const Network&, const Depths&);
std::optional<Timing> simulate_phases(const Network&, const Depths&);
Timing simulate(const Network&, const Depths&);

/// The most tokens that the channel holds at once: a FIFO of this depth never makes its producer wait.
std::int64_t peak_occupancy(const Sequence& written, const Sequence& read);

}  // namespace pom::dse::dataflow
