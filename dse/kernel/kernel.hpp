#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dse/kernel/number_type.hpp"

/// The estimator's input: a design as loops, operations and memories, independent of its source (a scheduled program or
/// the description of a synthesis result). Pure data, plain vectors and indices.
namespace pom::dse {

/// constant + Σ coefficient·loop + Σ coefficient·⌊inner/divisor⌋ (or inner mod divisor), or unknown at compile time.
struct Index {
  struct Term {
    int loop = -1;  ///< Loop::id, or one of Function::symbols
    std::int64_t coefficient = 1;
    bool operator==(const Term&) const = default;
  };
  struct Division;

  std::int64_t constant = 0;
  std::vector<Term> terms;  ///< ordered by loop, no zero coefficients
  std::vector<Division> divisions;
  bool opaque = false;  ///< depends on data or is not affine; then the other members have no meaning
  int value = -1;       ///< opaque: the expression in Function::expressions that computes it

  bool is_constant() const { return !opaque && terms.empty() && divisions.empty(); }
  bool operator==(const Index&) const;
};

struct Index::Division {
  std::int64_t coefficient = 1;
  Index inner;
  std::int64_t divisor = 1;  ///< > 0
  bool modulo = false;       ///< the remainder of the floor division instead of its quotient
  bool operator==(const Division&) const = default;
};

inline bool Index::operator==(const Index& o) const {
  return constant == o.constant && terms == o.terms && divisions == o.divisions && opaque == o.opaque &&
         value == o.value;
}

enum class OpKind {
  // leaves
  constant,
  iterator,  ///< the value of a loop
  load,      ///< an array element; a scalar variable or parameter (rank 0); the next element of a stream
  // arithmetic
  neg,
  add,
  sub,
  mul,
  div,
  rem,
  min,
  max,
  abs,
  sqrt,
  exp,
  log,
  tanh,
  pow,
  sin,
  cos,
  tan,
  atan,
  atan2,
  erf,
  floor,
  ceil,
  round,
  trunc,
  // comparisons: the result is one bit
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  // bits
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  // others
  select,  ///< operands: condition, then, otherwise
  cast,
  unknown,  ///< an operation that the model does not know; Expression::name names it
};

/// Tells whether the result is one bit.
inline bool is_comparison(OpKind op) { return op >= OpKind::lt && op <= OpKind::ne; }

struct Expression {
  OpKind op = OpKind::constant;
  NumberType type;             ///< type of the result; comparisons: type of the operands
  std::vector<int> operands;   ///< in Function::expressions
  double constant = 0;         ///< OpKind::constant
  int loop = -1;               ///< OpKind::iterator: Loop::id
  int array = -1;              ///< OpKind::load: in Function::arrays
  std::vector<Index> indices;  ///< OpKind::load: one per dimension; none for scalars and streams
  std::string implementation;  ///< bind_op: "fabric", "dsp", "fulldsp" …; empty: the tool's choice
  int bound_latency = -1;      ///< bind_op: cycles; -1: the tool's choice
  std::string name;            ///< OpKind::unknown
  bool shared = false;         ///< several expressions of the same value use it as an operand
};

/// array[indices] = value. Without indices, it sets a scalar variable or writes an element to a stream.
struct Assignment {
  int array = -1;
  std::vector<Index> indices;
  int value = -1;  ///< in Function::expressions
};

struct TripCount {
  std::int64_t min = 0, max = 0;
  double average = 0;    ///< mean over the iterations of the enclosing loops
  bool exact = true;     ///< false: extrapolated from samples
  bool assumed = false;  ///< for the sizes of Function::sizes, which only a call knows

  /// Tells whether no one number of trips is there for the tool to unroll.
  bool varies() const { return min != max || assumed; }
};

/// A dependence assertion between iterations of a loop: a directive states it or isl has proved it.
struct DependencePromise {
  int array = -1;             ///< the array it applies to; -1: every array
  std::int64_t distance = 0;  ///< least distance of a dependence in iterations; 0: there is none
  bool flow_only = false;     ///< excludes only flow dependences (a read of what an earlier iteration wrote)
};

struct Node;

struct Loop {
  int id = -1;  ///< unique in its function
  std::string name, label;
  std::vector<Index> lower, upper;  ///< max(lower) <= value < min(upper)
  std::int64_t step = 1;            ///< never 0; negative: counts down from lower to above upper
  TripCount trip;
  std::optional<int> pipeline;         ///< initiation interval that a directive asks for; 0: the tool's choice
  bool pipeline_off = false;           ///< forbids pipelining of the loop
  std::optional<std::int64_t> unroll;  ///< unroll factor; 0: completely
  bool flatten_off = false;
  bool flatten = false;   ///< a directive asks for it: no sum leaves the loop that would keep the nest from it
  bool dataflow = false;  ///< the body is a region of concurrent processes
  std::vector<DependencePromise> promises;
  std::vector<int> steady;  ///< in Function::arrays: poly::LoopNode::steady
  std::vector<Node> body;
};

struct Branch {
  int condition = -1;  ///< in Function::expressions
  std::vector<Node> then, otherwise;
  double share = -1;  ///< of the times that it is reached, those in which the condition holds; -1: only the run knows
};

struct Call {
  int function = -1;        ///< in Kernel::functions
  std::vector<int> arrays;  ///< for each parameter of the callee: the caller's array; -1: an expression
  std::vector<int> values;  ///< for each parameter: the caller's expression; -1: an array
  /// For each parameter: the leading indices of the caller's element that is the callee's first element (a row of an
  /// array, &A[k]). Where the list is shorter than the array's rank, the remaining indices are zero. An empty or absent
  /// list passes the whole array.
  std::vector<std::vector<Index>> offsets;
  /// Tells whether the callee sees the caller's whole array as the parameter, not a part that `offsets` selects.
  bool passes_whole_array(std::size_t parameter) const {
    return parameter >= offsets.size() || offsets[parameter].empty();
  }
  /// For each parameter: the caller's value as an index, opaque where it is not affine. Parameters beyond the end of
  /// the list are opaque.
  std::vector<Index> scalars;
};

/// One statement of a body; only the member that `kind` names is valid.
struct Node {
  enum class Kind { loop, assignment, branch, call };
  Kind kind = Kind::assignment;
  Loop loop;
  Assignment assignment;
  Branch branch;
  Call call;
};

enum class BankingKind { none, cyclic, block, complete };

struct Banking {
  BankingKind kind = BankingKind::none;
  std::int64_t factor = 1;
  bool reshape = false;  ///< the banks lie side by side in wider words of one memory
  bool operator==(const Banking&) const = default;
};

/// A port of the top function: how data enter and leave the design.
struct Port {
  std::string mode;    ///< "ap_memory", "m_axi", "s_axilite", "axis", "ap_none", "bram" …; empty: the tool's choice
  std::string bundle;  ///< as bundle_name says it
  int addresses = 0;   ///< ap_memory: number of ports of the external memory; 0: the tool's choice
  /// m_axi: masters that hand over a word of the array together, each in a bundle of its own.
  int masters = 1;
  int latency = 0;  ///< m_axi: cycles by which the tool asks for elements ahead, which the bus takes to deliver them

  /// The port leads to an external memory over a bus: accesses form bursts, and the array has no banks here.
  bool is_bus() const { return mode == "m_axi"; }
  /// Elements come one by one, in the order of their addresses.
  bool is_stream() const { return mode == "axis" || mode == "ap_fifo"; }
};

struct Array {
  enum class Role { argument, local, constant };  ///< constant: a table that nothing writes
  std::string name;
  NumberType element;
  std::vector<std::int64_t> shape;  ///< outermost first; -1: not known; empty: a scalar
  Role role = Role::local;
  bool internal = false;     ///< an argument that every caller passes one of its local arrays, not between processes
  bool initialized = false;  ///< a local array whose initial values no statement writes
  bool is_static = false;    ///< the array keeps its contents between calls
  /// A local array that statements read which are no part of this kernel: what nothing in here reads is stored all the
  /// same.
  bool read_elsewhere = false;
  bool stream = false;       ///< with a shape: an array of streams, selected by the indices
  /// Of a stream with a shape: a single FIFO carries all elements in order (an array under a directive).
  bool fifo = false;
  int depth = 2;                 ///< capacity of a stream, in elements
  std::vector<Banking> banking;  ///< one per dimension, or none
  /// bind_storage: "ram_2p" …; "bram", "lutram", "uram" or "srl". Empty: the tool's choice.
  std::string storage_type, storage;
  int storage_latency = -1;
  Port port;  ///< only for arguments of the top function
};

struct Function {
  enum class Inline { automatic, always, never };
  std::string name;
  std::vector<int> parameters;  ///< in `arrays`, in declaration order
  /// For each parameter: the number that represents its value in indices (no loop has that number), or -1 if its value
  /// occurs in no index. Empty if no parameter has a number.
  std::vector<int> symbols;
  /// The values that trip counts assume for symbols; a symbol without an entry has an unknown value.
  std::map<int, std::int64_t> sizes;
  std::vector<Array> arrays;  ///< parameters, local arrays, scalar variables, constant tables
  std::vector<Expression> expressions;
  std::vector<Node> body;
  Inline inlining = Inline::automatic;
  bool one_instance = false;  ///< all calls within one caller share one module instance
  bool dataflow = false;
  std::optional<int> pipeline;  ///< initiation interval of a pipelined function
  std::string control;          ///< of the top function: "ap_ctrl_hs", "s_axilite" …; empty: the tool's choice
};

struct Kernel {
  std::string name;
  std::vector<Function> functions;
  int top = 0;
  /// The tool may add floats in another order than the statements do (config_compile -unsafe_math_optimizations).
  bool reorders_sums = false;

  const Function& top_function() const { return functions[top]; }
  Function& top_function() { return functions[top]; }
};

/// Prints the kernel as indented text for dumps and tests. Everything that an estimate depends on is printed, so that
/// equal texts mean equal estimates.
std::string to_string(const Kernel&);

}  // namespace pom::dse
