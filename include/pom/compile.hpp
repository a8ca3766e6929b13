#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <source_location>
#include <string>
#include <type_traits>

#include "function.hpp"
#include "report.hpp"

namespace pom {

struct CompileOptions {
  std::string path;                   ///< output directory; empty: "out/<name>/"
  std::string board;                  ///< a name from dse/boards, "kv260"; empty: the design is for a chip alone
  std::optional<std::string> device;  ///< a name from dse/devices; not given: the board's, without a board "xc7z020"
  std::optional<double> clock_ns;     ///< the period that is asked for, 0.1 to 1000; not given: the board's, or 10
  bool write = true;                  ///< write the files
  bool overwrite = false;             ///< also replace files of the project that were edited since libpom wrote them
  bool verify = true;                 ///< execute the design and compare with the program as written
  bool quiet = false;                 ///< no summary on the terminal
  /// Probability with which the tool's report stays within the upper bounds of the estimate: 0.5 to 0.95. A design fits
  /// when its upper bounds fit. 0: there are no bounds, the estimated numbers themselves have to fit.
  double confidence = 0.9;
  /// What estimates, and the search, take parameters to be; those that are not named: their largest value.
  std::map<std::string, std::int64_t> sizes;
  /// The board's banks for arrays whose interface is m_axi, {"A", "HBM[3]"}; the others get one each that has room.
  std::map<std::string, std::string> banks;
};

/// What auto_DSE looks for.
enum class Objective {
  latency,                 ///< the fastest design
  latency_times_resources  ///< latency × the resource of which the design takes the largest share of the device
};

/// What auto_DSE makes of a program that does not say so itself.
enum class Architecture {
  nests,     ///< its loop nests, one after the other
  automatic  ///< that, or processes that hand on streams, as with dataflow(Channels::automatic): the better one
};

/// What auto_DSE may use and may do, beside what a compilation is told. The search draws no random numbers and gives
/// the same design on any number of threads, unless it runs out of time.
struct DseOptions : CompileOptions {
  double dsp = 1, lut = 1, ff = 1, bram = 1;  ///< shares of the device, in (0, 1]
  /// The same limits as numbers of blocks, LUTs and flip-flops; the smaller one of number and share counts.
  std::optional<std::int64_t> dsp_blocks, luts, ffs, bram_blocks;
  /// The most memories outside of the design: each bank of an array argument is one, with ports of its own.
  std::optional<std::int64_t> port_banks;
  double latency_target =
      0;  ///< cycles; above 0: the cheapest design that is at least as fast (else the fastest, and a warning)
  Objective objective = Objective::latency;
  Architecture architecture = Architecture::nests;
  double seconds = 60;     ///< then, or on Ctrl-C, the best design so far is the answer
  int threads = 1;         ///< 1 to 256
  std::uint64_t seed = 0;  ///< changes nothing: there is nothing random; report.json repeats it
  /// Loop transformations that it may use to find loops without dependences between their iterations; skewing needs
  /// interchange. Copies of iterations stand inside of all loops and tiles are gone through in the order that copies
  /// least, whatever these say: without interchange, loops keep their order only without `unroll` and `buffer`, too.
  bool interchange = true, distribute = true, skew = true, fuse = true;
  /// Hardware directives it may use. Copies of a loop's iterations are built inside pipelined ones: without `pipeline`
  /// loops are left to the tool's own pipelining; without `split` a loop is unrolled completely or not at all.
  bool pipeline = true, split = true, unroll = true, partition = true;
  bool bind_operators = true;  ///< it may build floating-point sums without DSP blocks
  bool rewrite = true;         ///< it may give reductions partial results and local arrays copies (rfactor, expand)
  bool buffer = true;          ///< it may keep what loops use of arguments behind m_axi on the chip (buffer_at)
  bool pack = true;            ///< it may make ports behind m_axi as wide as words of several elements (pack)
  /// Rows of such words may be longer than the arrays' own, and arguments come from several ports, where these lead to
  /// memories of their own: the host lays them out so.
  bool host_layout = false;
  bool share_modules = true;  ///< it may put equal loop nests on one module, in functions of many nests
};

/// Compiles the function that declarations belong to now, that of the open scope, else the implicit one, and writes the
/// result. Throws CompileError.
Report codegen(std::source_location at = std::source_location::current());
Report codegen(const std::string& path, std::source_location at = std::source_location::current());
Report codegen(const CompileOptions&, std::source_location at = std::source_location::current());

/// Explores schedules of the same function and writes the result. The best schedule becomes the function's own: a
/// later codegen() or verify() uses it, and directives may be added. Throws CompileError.
Report auto_DSE(std::source_location at = std::source_location::current());
Report auto_DSE(const std::string& path, std::source_location at = std::source_location::current());
Report auto_DSE(const DseOptions&, std::source_location at = std::source_location::current());
/// The compiler says where limits stand.
template <class Number>
requires std::is_arithmetic_v<Number> Report auto_DSE(Number) {
  static_assert(sizeof(Number) == 0, "limits are options: DseOptions options; options.dsp = 0.8; auto_DSE(options)");
  return {};
}

/// Executes the same function as written, its affine module and its HLS C++, and compares their memories.
Verification verify(std::source_location at = std::source_location::current());

}  // namespace pom
