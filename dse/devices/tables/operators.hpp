#pragma once
#include <cstdint>
#include <string>

#include "dse/devices/tables/target.hpp"
#include "dse/kernel/kernel.hpp"

/// Costs of operations and memories on a device, from the device's JSON file.
namespace pom::dse::devices {

/// The cost of one fully pipelined operator of the vendor's library.
struct OperatorCost {
  int latency = 0;  ///< cycles from operands to result, stages - 1; 0: combinational
  /// Latency 0: delay from operands to result. Otherwise: delay of the last stage, which logic behind it continues.
  double delay_ns = 0;
  double delay_in_ns = 0;  ///< latency > 0: delay of the first stage
  int dsp = 0, lut = 0, ff = 0;
  /// LUTs and registers that the tool reports. They differ from the cost for float divide, compare and convert, which
  /// versions from 2021 report as free.
  int reported_lut = 0, reported_ff = 0;
  bool shared = false;     ///< the operator is a module (floats, multipliers, dividers), so that sharing it pays
  bool estimated = false;  ///< interpolated: no report shows this operator at this clock
};

/// The properties of an operation that determine its cost.
struct OperatorKey {
  OpKind op = OpKind::add;
  NumberType type = {};               ///< type of the result; comparisons: of the operands; cast: of the target
  NumberType operand = {};            ///< type of the first operand; cast: of the source
  int left_bits = 0, right_bits = 0;  ///< widths of integer operands; 0: the width of the type
  bool constant_operand = false;      ///< one operand is a constant
  std::string implementation = {};    ///< bind_op; empty: the tool's choice
  int bound_latency = -1;
};

/// The key of an operation on two numbers of one type, which its result has too.
inline OperatorKey key_of(OpKind op, const NumberType& type) {
  OperatorKey key;
  key.op = op;
  key.type = key.operand = type;
  return key;
}

/// The key of an operation on two integers of `bits` bits.
inline OperatorKey integer_key(OpKind op, int bits) {
  OperatorKey key = key_of(op, integer_type(bits));
  key.left_bits = key.right_bits = bits;
  return key;
}

OperatorCost find_operator(const Target&, const OperatorKey&);

/// Costs a floating-point adder or subtractor built of LUTs alone.
OperatorCost find_adder_without_dsp(const Target&, OpKind, const NumberType&);

/// The setup time of a variable's register: time needed before the clock edge that stores it.
double register_delay_ns(const Target&);

/// The cost and delays of one memory as the tool builds it.
struct MemoryCost {
  enum class Kind { registers, lutram, bram, uram };
  Kind kind = Kind::registers;
  std::int64_t bram_18k = 0, uram = 0, lut = 0, ff = 0;
  int read_latency = 1;  ///< cycles
  double load_ns = 0;    ///< from the clock edge to the element, in the cycle that delivers it
  double store_ns = 0;   ///< needed before the clock edge that stores the element
};

struct MemoryKey {
  std::int64_t words = 0;
  int bits = 0;                         ///< of one word
  int ports = 1;                        ///< accesses per cycle: 1 or 2
  bool writable = true;                 ///< false: a table of constants
  bool true_dual = false;               ///< both ports may write
  bool ping_pong = false;               ///< the buffer between two processes: twice the depth
  std::string type = {}, storage = {};  ///< bind_storage; empty: the tool's choice
};

MemoryCost find_memory(const Target&, const MemoryKey&);

/// Costs a FIFO of `depth` words of `bits` bits.
MemoryCost find_fifo(const Target&, std::int64_t depth, int bits, const std::string& storage);

/// LUTs of a multiplexer with `inputs` inputs of `bits` bits each.
int multiplexer_lut(const Target&, int inputs, int bits);

}  // namespace pom::dse::devices
