#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace pom::dse::estimate {

/// One process of a dataflow function, in one run.
struct ProcessRun {
  std::string name;         ///< of its function
  std::int64_t length = 0;  ///< cycles of its own
  std::int64_t stalls = 0;  ///< cycles for which it stands still between its start and its end
  std::int64_t done = 0;    ///< the cycle of the function's run in which it ends
};

/// One FIFO of a dataflow function. Block RAM is what the hardware takes; the tool's report forgets part of it.
struct FifoUse {
  std::string array;
  int bits = 0;
  std::int64_t copies = 1;  ///< FIFOs side by side whose tokens come and go together
  std::int64_t depth = 0;   ///< tokens, as declared
  /// The depth that keeps the latency of FIFOs without limit in the least memory of all, and that suffices where each
  /// process does one thing after the other, as on the host.
  std::int64_t least = 0;
  std::int64_t bram_18k = 0, least_bram_18k = 0;
};

/// How the processes of a dataflow function wait for each other: cycle by cycle as in the vendor's RTL, which the
/// tool's own estimate of such functions does not see.
struct Stalls {
  std::int64_t latency = 0;        ///< until the last process is done
  std::int64_t least_latency = 0;  ///< with FIFOs without limit
  std::vector<ProcessRun> processes;
  std::vector<FifoUse> fifos;
  std::string deadlock;  ///< with the declared depths: who waits for whom; then there is no latency
};

}  // namespace pom::dse::estimate
