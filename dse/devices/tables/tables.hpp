#pragma once
#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "dse/devices/tables/knots.hpp"
#include "dse/devices/tables/target.hpp"

/// What find_operator and find_memory look into: a family's JSON files, read once and scaled to one speed grade. Never
/// changed after that, so any number of threads may look.
namespace pom::dse {

/// Which of the vendor's implementations of an operator; bind_op's impl.
enum class Binding { fabric, meddsp, fulldsp, maxdsp, primitive };

/// From the first release to the last that a fact was seen in, both included.
struct Releases {
  ToolVersion from{2000, 0}, until{2999, 9};
  bool contain(ToolVersion v) const { return from <= v && v <= until; }
};

/// A core of the vendor's library with one choice of pipeline registers.
struct Configuration {
  Binding binding = Binding::fabric;
  int stages = 1;
  double delay_ns = 0;  ///< of the longest stage, at the speed grade of the table
  int dsp = 0, ff = 0, lut = 0;
  std::vector<double> clocks_ns;  ///< at which reports show it, at this very speed grade
  bool estimated = false;
  std::vector<double> shown_ns{};  ///< at which reports show it, at whatever speed grade they are of
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
  round,  ///< floor, ceil, round, trunc: the bits below the point
  compare,
  from_integer,
  to_integer,
  extend,
  truncate,
  fixed_exp
};
inline constexpr int core_count = 18;
/// As spelled in the files, in the order of Core.
extern const std::array<const char*, core_count> core_names;

template <typename T>
struct ByRelease {
  std::vector<std::pair<Releases, T>> entries;

  /// Of a release that no entry names: the last entry.
  const T& at(ToolVersion version) const {
    for (const auto& [releases, value] : entries) {
      if (releases.contain(version)) return value;
    }
    return entries.back().second;
  }
};

/// A product of integers that a report shows: what the tiling rule is not asked for.
struct Product {
  int wider = 0, narrower = 0, result = 0;  ///< bits
  int dsp = 0;
  auto key() const { return std::array{wider, narrower, result}; }
};

struct MultiplierTable {
  int wide_port = 27, narrow_port = 18;    ///< of a DSP, signed bits
  int fabric_sum = 18, fabric_width = 4;   ///< no DSP up to this sum of widths, or this width of the narrower operand
  int overhang = 8;                        ///< bits of a second tile's edge that are built in LUTs
  int large_bits = 47;                     ///< from here on both ports are used 17 bits wide
  int large_stages = 2;                    ///< of such a product, where one stage is not enough
  Knots fabric_lut;                        ///< by the wider operand
  Knots lut, pipelined_lut, pipelined_ff;  ///< beside the DSPs, in one stage and in more
  Knots delay_ns;                          ///< by the wider operand, in one stage
  double pipelined_delay_ns = 0;           ///< of the last of several stages
  std::vector<Product> seen;               ///< ordered by key
};

struct DividerTable {
  int stages_beyond_bits = 4;  ///< stages = bits of the dividend + this
  double delay_ns = 0;
  Knots lut, ff, sequential_lut, sequential_ff;  ///< by bits of the dividend
};

struct OperatorTable {
  std::array<std::array<std::vector<Configuration>, core_count>, 3>
      cores;  ///< [16, 32, 64 bits]; default binding first
  /// Cores that the tool reports as free, from this release on.
  std::array<bool, core_count> reported_free{};
  ToolVersion reported_free_from{2020, 1};
  ByRelease<Knots> adder_lut, compare_lut, compare_delay_ns;
  Knots adder_delay_ns, logic_delay_ns, shift_lut, shift_delay_ns, multiplexer_lut;
  double select_delay_ns = 0;
  double register_delay_ns = 0;  ///< before the clock edge that stores a variable
  MultiplierTable multiplier;
  DividerTable divider;
};

/// A width that block RAM can be used with, and its depth.
struct BlockMode {
  int bits = 0;
  std::int64_t words = 0;
};

struct FifoTable {
  std::int64_t srl_bits = 1024, lutram_bits = 4096;  ///< up to these capacities
  // FF: per bit of a word, fixed, per address bit up to most_address_bits; LUT likewise.
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
  std::int64_t sliced_words = 8192;     ///< deeper memories are sliced by columns
  ByRelease<std::int64_t> lutram_bits;  ///< smaller memories go there
  bool lutram_by_depth = false;         ///< LUT = W * ceil(D / 64) + 1, otherwise ceil(W * D / 64)
  std::int64_t uram_words = 4096;
  int uram_bits = 72;
  /// The tool chooses URAM by itself for memories of at least this many bits and uram_words words; 0: never.
  ByRelease<std::int64_t> automatic_uram_bits;
  /// From the clock edge to the element read, and from the element to the clock edge that stores it.
  ByRelease<double> lutram_ns, bram_ns, uram_ns;
  FifoTable fifo;
};

struct DeviceTables {
  OperatorTable operators;
  MemoryTable memories;
};

/// Throws Problem when there are no such families or the device's speed grade is not among theirs.
std::shared_ptr<const DeviceTables> load_tables(const std::string& operators, const std::string& memories,
                                                const std::string& speed);
/// Of a family's files; throw Problem. The schema has been checked.
OperatorTable read_operators(const nlohmann::json& file, const std::string& speed);
MemoryTable read_memories(const nlohmann::json& file);

/// The tables of the target's device; of the unit device when it has none.
const DeviceTables& tables_of(const Target&);

}  // namespace pom::dse
