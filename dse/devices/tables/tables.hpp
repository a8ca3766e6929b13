#pragma once
#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "dse/devices/tables/knots.hpp"
#include "dse/devices/tables/target.hpp"

/// The tables behind find_operator and find_memory: a family's JSON files, read once and scaled to one speed grade.
/// They never change afterwards, so any number of threads may read them.
namespace pom::dse::devices {

/// The vendor's implementation of an operator, as named by bind_op's `impl`.
enum class Binding { fabric, meddsp, fulldsp, maxdsp, primitive };

/// The first and the last release in which a fact was observed, both inclusive.
struct Releases {
  ToolVersion from{2000, 0}, until{2999, 9};
  bool contain(ToolVersion v) const { return from <= v && v <= until; }
};

/// A core of the vendor's library with one choice of pipeline registers.
struct CoreConfiguration {
  Binding binding = Binding::fabric;
  int stages = 1;
  double delay_ns = 0;  ///< of the longest stage, at the speed grade of the table
  int dsp = 0, ff = 0, lut = 0;
  std::vector<double> clocks_ns;  ///< clocks at which reports show the configuration, at the speed grade of the table
  bool estimated = false;
  std::vector<double> shown_ns{};  ///< clocks at which reports show the configuration, at any speed grade
};

enum class Core {
  add,
  mul,
  div,
  sqrt,
  exp,
  log,
  tanh,
  pow,
  sin,
  atan,
  erf,
  round,  ///< floor, ceil, round, trunc: clears or rounds the bits below the point
  compare,
  from_integer,
  to_integer,
  extend,
  truncate,
  fixed_exp
};
inline constexpr int core_count = 18;
/// The names of the cores in the JSON files, in the order of Core.
extern const std::array<const char*, core_count> core_names;

template <typename T>
struct ByRelease {
  std::vector<std::pair<Releases, T>> entries;

  /// The entry of the release; the last entry where no entry covers the release.
  const T& at(ToolVersion version) const {
    for (const auto& [releases, value] : entries) {
      if (releases.contain(version)) return value;
    }
    return entries.back().second;
  }
};

/// An integer product whose DSP count a report shows; the tiling rule does not apply to it.
struct Product {
  int wider = 0, narrower = 0, result = 0;  ///< widths in bits
  int dsp = 0;
  auto key() const { return std::array{wider, narrower, result}; }
};

struct MultiplierTable {
  int wide_port = 27, narrow_port = 18;  ///< signed widths of a DSP's two ports, in bits
  /// No DSP up to this width of the wider operand, or up to this width of the narrower one.
  int fabric_wider = 10, fabric_width = 4;
  int overhang = 8;                        ///< width, in bits, of a second tile's edge that is built in LUTs
  int large_bits = 47;                     ///< from this operand width on, both ports are used 17 bits wide
  int large_stages = 2;                    ///< stages of such a product, where one stage is not enough
  Knots fabric_lut;                        ///< by the width of the wider operand
  Knots lut, pipelined_lut, pipelined_ff;  ///< besides the DSPs, for one stage and for several
  Knots delay_ns;                          ///< of one stage, by the width of the wider operand
  double pipelined_delay_ns = 0;           ///< of the last of several stages, in ns
  std::vector<Product> seen;               ///< ordered by key
};

struct DividerTable {
  int stages_beyond_bits = 4;  ///< stages = bits of the dividend + this
  double delay_ns = 0;
  Knots lut, ff, sequential_lut, sequential_ff;  ///< by bits of the dividend
};

struct OperatorTable {
  std::array<std::array<std::vector<CoreConfiguration>, core_count>, 3>
      cores;  ///< [16, 32, 64 bits]; default binding first
  /// Cores that the tool reports as free, from the release `reported_free_from` on.
  std::array<bool, core_count> reported_free{};
  ToolVersion reported_free_from{2020, 1};
  ByRelease<Knots> adder_lut, compare_lut, compare_delay_ns;
  Knots adder_delay_ns, logic_delay_ns, shift_lut, shift_delay_ns, multiplexer_lut;
  double select_delay_ns = 0;
  double register_delay_ns = 0;  ///< needed before the clock edge that stores a variable
  MultiplierTable multiplier;
  DividerTable divider;
};

/// One of the widths of a block RAM, with the block's depth at that width.
struct BlockMode {
  int bits = 0;
  std::int64_t words = 0;
};

struct FifoTable {
  /// Largest capacities, in bits, of FIFOs built as shift registers and as LUTRAM.
  std::int64_t srl_bits = 1024, lutram_bits = 4096;
  // LUTs or registers: per bit of a word, fixed, and per address bit up to most_address_bits.
  struct Cost {
    double per_bit = 0, fixed = 0, per_address_bit = 0;
    int most_address_bits = 64;
    int at(int bits, int address_bits) const;
  };
  Cost srl_ff, srl_lut, lutram_ff, lutram_lut, bram_ff, bram_lut;
};

struct MemoryTable {
  std::vector<BlockMode> modes;  ///< widest first
  int true_dual_bits = 18;
  std::int64_t sliced_words = 8192;     ///< deeper memories are cut into columns
  ByRelease<std::int64_t> lutram_bits;  ///< smaller memories are built as LUTRAM
  bool lutram_by_depth = false;         ///< LUT = W * ceil(D / 64) + 1, otherwise ceil(W * D / 64)
  std::int64_t uram_words = 4096;
  int uram_bits = 72;
  /// The tool chooses URAM without a directive for memories of at least this many bits and at most uram_words words; 0:
  /// never.
  ByRelease<std::int64_t> automatic_uram_bits;
  /// From the clock edge to the element read; the same time is needed to store an element.
  ByRelease<double> lutram_ns, bram_ns, uram_ns, uram_cascade_ns;
  FifoTable fifo;
};

struct DeviceTables {
  OperatorTable operators;
  MemoryTable memories;
};

/// Throws Problem when a family or the speed grade is unknown.
std::shared_ptr<const DeviceTables> load_tables(const std::string& operators, const std::string& memories,
                                                const std::string& speed);
/// Read a family's files, whose schema has been checked; throw Problem.
OperatorTable read_operators(const nlohmann::json& file, const std::string& speed);
MemoryTable read_memories(const nlohmann::json& file);

/// The tables of the target's device, or of the unit device when it has none.
const DeviceTables& tables_of(const Target&);

}  // namespace pom::dse::devices
