#pragma once
#include <set>
#include <string>

#include "dsl/model/function.hpp"

namespace pom::dse::explore {

/// The part of a user's schedule that his buffers need: `buffer_at` and, in front of them, what moves loops, and behind
/// them their storage, the words of their arguments and `double_buffer`. Empty: he asks for none.
Schedule buffer_directives(const Schedule& own);

/// The arguments of which such directives ask for buffers.
std::set<std::string> buffered_arrays(const Schedule& asked);

/// `asked` without the buffers and words of other arguments.
Schedule only_buffers_of(const std::set<std::string>& arrays, const Schedule& asked);

}  // namespace pom::dse::explore
