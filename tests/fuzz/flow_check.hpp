#pragma once
#include <optional>
#include <string>

#include "brute_force.hpp"

/// Local arrays, channels and streams, by enumeration of who touches which element when.
namespace pom::fuzz {

struct UninitializedRead {
  int instance = 0;  ///< in Instances::all
  Element element;
};

/// A read of a local array's element that is used and that no earlier instance has written, in the order of the program
/// as written.
std::optional<UninitializedRead> find_uninitialized_read(const Instances&, const dsl::Function&);
/// Whether this very read is one.
bool reads_uninitialized(const Instances&, const dsl::Function&, int instance, const Element&);

/// Why the array is no channel between the processes of a dataflow; empty: it is one, or the business of one process.
std::string why_no_channel(const poly::Scop& scheduled, int array);

/// Why processes of a dataflow cannot read, or write, the bundle, as far as that is not said of one array; empty: they
/// can.
std::string why_no_bundle(const poly::Scop& scheduled, const std::string& bundle, bool writes);

/// Why the array is no FIFO under the schedule; empty: it is one.
std::string why_no_stream(const Instances&, const Ranks&, const poly::Scop& scheduled, int array);

}  // namespace pom::fuzz
