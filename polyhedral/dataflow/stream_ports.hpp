#pragma once
#include <vector>

#include <pom/diagnostic.hpp>

#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// Proves that an argument is accessed as a stream brings its elements: only read or only written, each element once,
/// all of them, in the order of their addresses. Error: `not-a-stream`, with the instances, at `at`.
Status check_stream_port(const Scop& scheduled, int array, const Location& at);

/// Whether an argument is only read or only written, each element at most once, in the order of their addresses: long
/// bursts of a bus. False too where the proof takes too much work.
bool is_in_order(const Scop& scheduled, int array);

/// Behind "s" reads, or writes: why a stream has no such access.
inline constexpr const char* computed_place =
    " it at an index that is computed, or under a condition; a stream hands its next element on in any case";

/// The same of all ports with a protocol of streams.
std::vector<Diagnostic> check_stream_ports(const Scop& scheduled);

}  // namespace pom::poly
