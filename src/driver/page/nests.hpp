#pragma once
#include <string>
#include <vector>

#include "driver/page/html.hpp"

/// What the parts of the page ask about loops and processes of the estimate.
namespace pom::driver {

/// A loop nest of the top function or of one that it calls.
struct Nest {
  std::string function, name;
  double cycles = 0;                  ///< in all its entries of one call of the design
  const html::Json* inner = nullptr;  ///< its loop that decides, in the estimate's list: a pipelined one or a region
};

/// All nests that take time, longest first.
std::vector<Nest> find_nests(const html::Json& report);

/// A process of a dataflow, or a nest of its top function.
struct Process {
  std::string function;
  double cycles = 0;                  ///< from its start to its end, without what it waits
  const html::Json* inner = nullptr;  ///< the loop that decides; null: it has none
};

/// The processes of a dataflow, longest first; empty: the design is none.
std::vector<Process> find_processes(const html::Json& report);

/// The processes of a loop whose iterations are runs of a dataflow region, as `double_buffer` makes them, longest
/// first; empty: it is no such loop.
std::vector<Process> find_region(const html::Json& report, const html::Json& loop);

/// Share of the longest process from which on another one decides as much as it does.
constexpr double as_long = 0.95;

/// The statements in a loop that the program has; all of them where it has none of these.
std::vector<std::string> own_computes(const html::Json& report, const html::Json& loop);

/// "corner and 12 helpers": statements that libpom made, which move data, are only counted. Escaped.
std::string computes_text(const html::Json& report, const html::Json& loop);

/// The lines of the kernel from the head of a loop to its end.
std::string text_of_loop(const html::Json& report, const html::Json& loop);
/// Whether a pragma that begins so stands at the top of the loop.
bool has_pragma(const html::Json& report, const html::Json& loop, const std::string& begin);

bool is_pipelined(const html::Json& loop);
/// "64 iterations"; "at most 64 iterations" where loops around bound the loop.
std::string iterations_text(const html::Json& loop);
/// An entry of the pipelined loop ends before the pipeline has filled.
bool drains_early(const html::Json& loop);

/// The resource of which the design takes the largest share, as estimated and at most.
struct ResourceShare {
  std::string title, key;
  double used = 0, most = 0;

  bool is_memory() const { return key == "bram18" || key == "uram"; }
};

/// The resources that the device has, the fullest first; empty without an estimate.
std::vector<ResourceShare> resource_shares(const html::Json& report);

/// What the arguments behind `ap_memory` ports take outside of the kernel, in bits.
double port_memory_bits(const html::Json& report);

/// The largest array inside the kernel that is no FIFO; null: there is none.
const html::Json* largest_local(const html::Json& report);

}  // namespace pom::driver
