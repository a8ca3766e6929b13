#pragma once
#include <optional>
#include <string>

#include "brute_force.hpp"
#include "random_case.hpp"
#include "replay.hpp"

/// Whether what a refusal says is true.
namespace pom::fuzz {

/// A refusal, the directive that it blames, and the loops in front of that directive (errors of
/// directives) or at the end (errors of marks).
struct Refused {
  const Diagnostic& error;
  const Directive& directive;
  const poly::Scop& scop;
};

/// What is wrong with a precondition's refusal; nothing: it holds, or its code is only counted.
std::optional<std::string> disprove_precondition(const Refused&);
/// The codes that disprove_precondition looks into.
bool is_examined(const std::string& code);

/// What is wrong with the evidence of an illegal-* refusal: the two instances, the element, their order as written and
/// behind the blamed directive.
std::optional<std::string> disprove_evidence(const Diagnostic&, const Instances&, const poly::Scop& behind);

/// The same of `uninitialized-read`: the instance reads the element, and nothing wrote it before.
std::optional<std::string> disprove_uninitialized_read(const Diagnostic&, const Instances&, const dsl::Function&);

}  // namespace pom::fuzz
