#pragma once
#include <optional>
#include <string>

#include "brute_force.hpp"
#include "random.hpp"
#include "random_case.hpp"

/// Directives that change a case's program before its schedule.
namespace pom::fuzz {

/// One for the program as it is; nothing: it has nothing that could be changed.
std::optional<Primitive> random_rewriting(Random&, const poly::Scop&, const std::string& name);

/// What becomes of a case's program.
struct RewrittenProgram {
  std::shared_ptr<const dsl::Function> written;  ///< with the directives that change it as its schedule
  std::shared_ptr<dsl::Function> program;        ///< what they make of it, without a schedule; null: one is refused
  std::optional<Diagnostic> refused;
};
RewrittenProgram rewrite(const Case&);

/// Where the two programs leave different results in memory; empty: nowhere.
std::string find_difference(const Case&, const RewrittenProgram&);

/// What is wrong with the evidence of a refusal; nothing: it holds, or has none.
std::optional<std::string> disprove_rewriting_refusal(const Diagnostic&, const dsl::Function& written);

}  // namespace pom::fuzz
