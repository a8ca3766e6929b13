#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "diagnostic.hpp"

namespace pom {

/// What `verify` found. `agreed` is true only when all executions ran and agreed.
struct Verification {
  bool agreed = false;
  bool reduced = false;  ///< true: a smaller instance of the same program was executed
  std::string sizes;     ///< what was executed: "full size", or "reduced: 68 719 476 736 → 64 000 instances …"
  std::string detail;    ///< how the executions were compared, or the first difference
  int input_sets = 0;    ///< runs, each on inputs of its own
  /// Each select, comparison, min, max, abs, clamping conversion and guard has two arms; those that some run took.
  std::int64_t arms = 0, arms_taken = 0;
  std::vector<std::string> never_taken;  ///< "blur.cpp:12: max never takes its first operand"
  std::vector<std::string> parameters;   ///< the sizes of the runs: "N = 64"; empty: the program has no parameter
  /// Computes that read data and stored the same value in every instance of every run: about them agreement says
  /// nothing, and the design is not called verified.
  std::vector<std::string> constant_computes;
  double share_executed =
      0;  ///< of the program's instances, in a run at the reduced size; 0: nothing was, or not known
};

/// One loop of an estimate.
struct EstimatedLoop {
  std::string function, name, label;
  std::int64_t trip = 0;               ///< iterations after flattening and unrolling: the most of all entries
  std::int64_t trip_min = 0;           ///< the least: fewer where loops around bound it
  double trip_average = 0;             ///< the mean over all entries
  std::int64_t iteration_latency = 0;  ///< cycles
  std::int64_t interval = 0;           ///< initiation interval, cycles; 0: not pipelined
  std::string reason;                  ///< why the interval is what it is
  std::string limit;                   ///< the same as a word: "recurrence", "ports"; empty: nothing raises it
  std::string limiting_array;          ///< through which the recurrence runs, or which lacks ports
  std::string innermost;               ///< label of the innermost loop that it stands for
  std::int64_t nested = 1;             ///< so many loops are flattened into this one
  std::int64_t cycles = 0;             ///< from entry to exit, the mean over all entries
};

/// A part of an estimate's resources: "operators", "memories", "multiplexers", "registers" …
struct EstimatedShare {
  std::string cause;
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0, uram = 0;
};

/// What the tool's report does not exceed with probability `confidence`. Quantiles of the model's errors on reports of
/// affine kernels: see docs/cost-model.md.
struct UpperBound {
  double confidence = 0;         ///< 0: there are no bounds, the numbers are those of the estimate
  std::int64_t latency_max = 0;  ///< cycles
  std::int64_t latency = 0;      ///< cycles of a run
  double dsp = 0, bram_18k = 0, uram = 0, lut = 0, ff = 0;
};

/// One process of a `dataflow` function, in one run.
struct EstimatedProcess {
  std::string function;
  std::int64_t length = 0;  ///< cycles of its own
  std::int64_t stalls = 0;  ///< cycles for which it stands still for its FIFOs
  std::int64_t done = 0;    ///< the cycle in which it ends
};

/// A FIFO of a `dataflow` function.
struct EstimatedFifo {
  std::string array;
  std::int64_t copies = 1;                        ///< FIFOs side by side whose elements come and go together
  std::int64_t depth = 0;                         ///< elements, as declared
  std::int64_t least_depth = 0;                   ///< that keeps `least_latency`, in the least memory of all FIFOs
  std::int64_t bram_18k = 0, least_bram_18k = 0;  ///< as the hardware is built
};

/// How the processes of a `dataflow` function wait for each other: a simulation, cycle by cycle, with the estimate's
/// intervals and iteration latencies. The RTL takes this long; the tool's own estimate does not see the waiting.
struct EstimatedRun {
  bool available = false;
  std::string reason;              ///< not available: why; empty: the function is no dataflow
  std::string deadlock;            ///< who waits for whom for ever; empty: the run ends
  std::int64_t latency = 0;        ///< cycles until the last process is done
  std::int64_t least_latency = 0;  ///< with FIFOs without limit
  std::vector<EstimatedProcess> processes;
  std::vector<EstimatedFifo> fifos;
};

/// What the vendor's tool is expected to report for the design: a model's answer, not a measurement.
struct Estimate {
  bool available = false;
  std::string reason;  ///< not available: why
  std::string device;
  double clock_ns = 0;
  std::string sizes;    ///< what parameters were taken to be, "N = 1024"; empty: there are none
  std::string formula;  ///< the latency in cycles for any of them, "3/8 N^2 + 14"; empty: none was found
  std::int64_t latency_min = 0, latency_max = 0;  ///< cycles, if all loops always took their least or most iterations
  std::int64_t latency = 0;                       ///< cycles of a run; differs from both in triangular nests
  std::int64_t interval = 0;                      ///< cycles from call to call
  double dsp = 0, bram_18k = 0, uram = 0, lut = 0, ff = 0;
  UpperBound upper;
  std::vector<EstimatedShare> shares;  ///< the resources by cause
  std::vector<EstimatedLoop> loops;    ///< in program order, outer before inner
  std::vector<std::string> remarks;    ///< what was assumed
  EstimatedRun run;                    ///< of a `dataflow` function
};

/// The design beside the program as written: without its directives but for those of ports and memories. Estimates.
struct AsWritten {
  bool available = false;      ///< false: nothing was scheduled, or the model cannot say
  std::int64_t baseline = 0;   ///< cycles, nothing pipelined
  std::int64_t automatic = 0;  ///< cycles with the tool's own pipelining
  double speedup = 0;          ///< baseline / latency
};

/// A design that no other one found beats in latency, DSP blocks and LUTs at once.
struct DesignPoint {
  double latency = 0;  ///< cycles
  double dsp = 0, lut = 0, ff = 0, bram_18k = 0;
};

/// Computes that auto_DSE pipelines as one, and how many of their loops' iterations run at once.
struct ExploredUnit {
  std::vector<std::string> computes;
  std::vector<std::string> loops;   ///< before they are cut, outermost first
  std::vector<std::int64_t> tiles;  ///< by loop; 1: not cut
  std::int64_t parallelism = 1;     ///< their product
};

/// What auto_DSE found out on its way; every cycle count is the model's.
struct Exploration {
  bool available = false;
  std::int64_t baseline = 0;   ///< cycles of the program as written, nothing pipelined
  std::int64_t automatic = 0;  ///< the same with the tool's own pipelining
  double bound = 0;            ///< cycles; no design of the space is faster under the model
  double gap = 0;              ///< (latency - bound) / latency
  /// Cycles that arguments behind m_axi take at least, over their bundles: as many elements as the program needs of
  /// each and one a cycle. 0: nothing lies there.
  double transfers = 0;
  bool exhaustive = false;    ///< every design that could be faster was estimated
  bool nothing_fits = false;  ///< but the program as written, which stays: there is no bound, 0 stands for it
  std::string
      ended_early;     ///< "out of time" or "interrupted": the design is the best until then; empty: it ran to its end
  double speedup = 0;  ///< baseline / latency
  double seconds = 0;
  std::uint64_t seed = 0;           ///< as it was given; the search draws no random numbers
  std::int64_t candidates = 0;      ///< designs estimated
  std::int64_t port_banks = 0;      ///< memories outside that the design asks for: banks of its array arguments
  std::vector<ExploredUnit> units;  ///< of the design
  std::vector<DesignPoint> pareto;  ///< fastest first
  std::vector<std::string> trail;   ///< each step with its reason
  std::string schedule;             ///< DSL source that reproduces the design
};

/// What a compilation produced.
struct Report {
  std::string name;       ///< the generated function
  std::string directory;  ///< where the files are; empty: nothing was written
  std::vector<std::string> files;
  std::string hls_cpp;  ///< the kernel's text
  std::vector<Diagnostic> warnings;
  Verification verification;
  bool verified = false;  ///< verification was asked for, agreed, and no compute stored a constant
  Estimate estimate;
  AsWritten as_written;     ///< what the schedule gains, whoever wrote it
  Exploration exploration;  ///< of auto_DSE
  std::string summary;      ///< what was printed on the terminal
};

}  // namespace pom
