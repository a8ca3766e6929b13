#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reasons.hpp"

/// What the checks of refusals share. A check reads the claim off the message and looks whether it is so; it answers
/// with what is wrong, or nothing.
namespace pom::fuzz {

using Disproof = std::optional<std::string>;
using Words = std::vector<std::string>;
using DisproofsByCode = std::map<std::string, Disproof (*)(const Refused&)>;

/// Refusals of single directives, and of marks that the loops at the end cannot carry.
const DisproofsByCode& directive_disproofs();
const DisproofsByCode& mark_disproofs();
const DisproofsByCode& loop_disproofs();
const DisproofsByCode& hardware_disproofs();
const DisproofsByCode& storage_disproofs();

/// Parts of other codes' checks: `peel` of a whole loop (bad-factor), a mark that stands already (conflicting-mark).
Disproof disprove_peel(const Refused&);
Disproof disprove_second_mark(const Refused&);

/// The groups of a pattern in a message; nothing when it does not match.
std::optional<Words> match(const std::string& text, const char* pattern);
/// Both statements stand in one loop at the level.
bool in_same_loop(const poly::Statement& a, const poly::Statement& b, std::size_t level);
/// The message is not of the form that a check knows.
Disproof unclear(const Refused&);

}  // namespace pom::fuzz
