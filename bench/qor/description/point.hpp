#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"

/// Synthesis results of the vendor's tool, as data: a kernel and what the tool reported of it.
namespace pom::dse::qor {

struct TruthLoop {
  std::string module, name;
  std::optional<std::int64_t> trip, iteration_latency, interval, latency;
  bool pipelined = false;
};

struct TruthModule {
  std::string name;
  std::optional<std::int64_t> latency;
  std::optional<double> dsp, bram_18k, lut, ff;
};

/// What the tool reported; absent where the report does not say.
struct Truth {
  std::optional<std::int64_t> latency_min, latency_max, interval;
  std::optional<std::int64_t> rtl_latency;  ///< cycles of the slowest run in RTL co-simulation
  std::optional<double> dsp, bram_18k, uram, lut, ff;
  std::vector<TruthLoop> loops;
  std::vector<TruthModule> modules;
};

struct Point {
  std::string id, name, source;
  std::string tool_version, part;
  double clock_ns = 10;
  std::optional<double> uncertainty_ns;
  bool gold = false;
  bool unsafe_math = false;  ///< config_compile -unsafe_math_optimizations
  Kernel kernel;
  Truth truth;
  std::vector<std::string> notes;  ///< what was assumed, and directives that the kernel does not carry
};

}  // namespace pom::dse::qor
