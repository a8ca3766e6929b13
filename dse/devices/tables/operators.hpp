#pragma once
#include <cstdint>
#include <string>

#include "dse/devices/tables/target.hpp"
#include "dse/kernel/kernel.hpp"

/// What operations and memories cost on a device, from the device's JSON file.
namespace pom::dse {

/// One operator of the vendor's library, fully pipelined.
struct OperatorCost {
  int latency = 0;  ///< cycles from operands to result: stages - 1; 0: combinational
  double delay_ns =
      0;  ///< latency 0: from operands to result; otherwise of the last stage, to what is chained after it
  double delay_in_ns = 0;  ///< latency > 0: of the first stage
  int dsp = 0, lut = 0, ff = 0;
  /// What the tool prints where it differs from the cost: float divide, compare and convert are reported as free by
  /// versions from 2021.
  int reported_lut = 0, reported_ff = 0;
  bool shared = false;     ///< an operator of its own module (floats, multipliers, dividers): worth sharing
  bool estimated = false;  ///< interpolated: no report has this operator at this clock
};

/// What an operation needs to know to be costed. Comparisons: `type` is the type of the operands.
struct OperatorKey {
  OpKind op = OpKind::add;
  NumberType type = {};               ///< of the result; comparisons: of the operands; cast: to
  NumberType operand = {};            ///< of the first operand; cast: from
  int left_bits = 0, right_bits = 0;  ///< widths of integer operands; 0: those of the type
  bool constant_operand = false;      ///< one operand is a constant
  std::string implementation = {};    ///< bind_op; empty: the tool's choice
  int bound_latency = -1;
};

OperatorCost find_operator(const Target&, const OperatorKey&);

/// A floating-point sum or difference that is built of LUTs alone.
OperatorCost find_adder_without_dsp(const Target&, OpKind, const NumberType&);

/// What a variable needs before the clock edge that stores it.
double register_delay_ns(const Target&);

/// A memory, as it is built.
struct MemoryCost {
  enum class Kind { registers, lutram, bram, uram };
  Kind kind = Kind::registers;
  std::int64_t bram_18k = 0, uram = 0, lut = 0, ff = 0;
  int read_latency = 1;  ///< cycles
  double load_ns = 0;    ///< from the clock edge to the element, in the cycle that brings it
  double store_ns = 0;   ///< before the clock edge that stores it
};

struct MemoryKey {
  std::int64_t words = 0;
  int bits = 0;                         ///< of a word
  int ports = 1;                        ///< addresses used in one cycle: 1, 2
  bool writable = true;                 ///< false: a table of constants
  bool true_dual = false;               ///< two ports, both of which may write
  bool ping_pong = false;               ///< between two processes: twice the depth
  std::string type = {}, storage = {};  ///< bind_storage; empty: the tool's choice
};

MemoryCost find_memory(const Target&, const MemoryKey&);

/// A FIFO of `depth` words.
MemoryCost find_fifo(const Target&, std::int64_t depth, int bits, const std::string& storage);

/// LUTs of a multiplexer of `inputs` words of `bits` bits.
int multiplexer_lut(const Target&, int inputs, int bits);

}  // namespace pom::dse
