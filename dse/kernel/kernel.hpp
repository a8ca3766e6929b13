#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dse/kernel/number_type.hpp"

/// What the estimator reads: a design as loops, operations and memories, free of where it came from (a scheduled
/// program, or the description of a synthesis result). Pure data, plain vectors and indices.
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
  bool opaque = false;  ///< depends on data or on something that is not affine; the rest counts for nothing
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
  unknown,  ///< something that the model has no name for: Expression::name says what
};

struct Expression {
  OpKind op = OpKind::constant;
  NumberType type;             ///< of the result; comparisons: of the operands
  std::vector<int> operands;   ///< in Function::expressions
  double constant = 0;         ///< OpKind::constant
  int loop = -1;               ///< OpKind::iterator: Loop::id
  int array = -1;              ///< OpKind::load: in Function::arrays
  std::vector<Index> indices;  ///< OpKind::load: one per dimension; none for scalars and streams
  std::string implementation;  ///< bind_op: "fabric", "dsp", "fulldsp" …; empty: the tool's choice
  int bound_latency = -1;      ///< bind_op: cycles; -1: the tool's choice
  std::string name;            ///< OpKind::unknown
  bool shared = false;         ///< an operand of several expressions of one value
};

/// array[indices] = value; array without indices: a scalar variable is set, or an element is written to a stream.
struct Assignment {
  int array = -1;
  std::vector<Index> indices;
  int value = -1;  ///< in Function::expressions
};

struct TripCount {
  std::int64_t min = 0, max = 0;
  double average = 0;  ///< over the iterations of the loops outside
  bool exact = true;   ///< false: from samples
};

/// What a directive promises or isl proved about an array between iterations of a loop.
struct DependencePromise {
  int array = -1;             ///< -1: every array
  std::int64_t distance = 0;  ///< 0: no dependence between iterations
  bool flow_only = false;     ///< only reads of what earlier iterations wrote are meant
};

struct Node;

struct Loop {
  int id = -1;  ///< unique in the function
  std::string name, label;
  std::vector<Index> lower, upper;  ///< max(lower) <= value < min(upper)
  std::int64_t step = 1;            ///< never 0; negative: counts down from lower to above upper
  TripCount trip;
  std::optional<int> pipeline;         ///< the initiation interval asked for; 0: the tool's choice
  bool pipeline_off = false;           ///< nothing may pipeline it
  std::optional<std::int64_t> unroll;  ///< the factor; 0: completely
  bool flatten_off = false;
  bool dataflow = false;  ///< the body is a region of processes
  std::vector<DependencePromise> promises;
  std::vector<Node> body;
};

struct Branch {
  int condition = -1;  ///< in Function::expressions
  std::vector<Node> then, otherwise;
};

struct Call {
  int function = -1;        ///< in Kernel::functions
  std::vector<int> arrays;  ///< for each parameter of the callee: the caller's array; -1: an expression
  std::vector<int> values;  ///< for each parameter: the caller's expression; -1: an array
  /// For each parameter: the leading indices of the caller's element that the callee sees as its first (a row of an
  /// array, &A[k]); shorter than the array's rank: zeros follow. Empty, or absent altogether: the whole array.
  std::vector<std::vector<Index>> offsets;
  /// For each parameter: the caller's value as an index; opaque: it is no affine one. Shorter than the rest: opaque.
  std::vector<Index> scalars;
};

/// One step of a body; exactly the member that `kind` names counts.
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
  bool reshape = false;  ///< the pieces lie side by side in wider words of one memory
  bool operator==(const Banking&) const = default;
};

/// How data enters and leaves through a port of the top function.
struct Port {
  std::string mode;  ///< "ap_memory", "m_axi", "s_axilite", "axis", "ap_none", "bram" …; empty: the tool's choice
  std::string bundle;
  int addresses = 0;  ///< ap_memory: ports of the memory outside; 0: the tool's choice

  /// What it leads to lies outside of the design: bursts, and no banks.
  bool is_bus() const { return mode == "m_axi"; }
};

struct Array {
  enum class Role { argument, local, constant };  ///< constant: a table that nothing writes
  std::string name;
  NumberType element;
  std::vector<std::int64_t> shape;  ///< outermost first; -1: not known; empty: a scalar
  Role role = Role::local;
  bool internal = false;     ///< an argument that is a local array of every caller
  bool initialized = false;  ///< a local array whose initial values no statement writes
  bool is_static = false;    ///< keeps its contents between calls
  bool stream = false;       ///< with a shape: as many streams, told apart by the indices
  bool fifo = false;  ///< of a stream with a shape: one stream of all elements in order (an array under a directive)
  int depth = 2;      ///< of a stream
  std::vector<Banking> banking;  ///< one per dimension, or none
  std::string storage_type,
      storage;  ///< bind_storage: "ram_2p" …, "bram" "lutram" "uram" "srl"; empty: the tool's choice
  int storage_latency = -1;
  Port port;  ///< of arguments of the top function
};

struct Function {
  enum class Inline { automatic, always, never };
  std::string name;
  std::vector<int> parameters;  ///< in `arrays`, in order
  /// For each parameter: what stands for its value in indices, a number that no loop has; -1: nothing does. Empty:
  /// none.
  std::vector<int> symbols;
  /// The values that trip counts take symbols to have; of the others nothing is known.
  std::map<int, std::int64_t> sizes;
  std::vector<Array> arrays;  ///< parameters, local arrays, scalar variables, constant tables
  std::vector<Expression> expressions;
  std::vector<Node> body;
  Inline inlining = Inline::automatic;
  bool one_instance = false;  ///< all calls in a function take turns on one module
  bool dataflow = false;
  std::optional<int> pipeline;  ///< the function itself is pipelined
  std::string control;          ///< of the top function: "ap_ctrl_hs", "s_axilite" …; empty: the tool's choice
};

struct Kernel {
  std::string name;
  std::vector<Function> functions;
  int top = 0;
};

/// The kernel as indented text, for dumps and tests, and to tell kernels apart: what an estimate depends on is in it.
std::string to_string(const Kernel&);

}  // namespace pom::dse
