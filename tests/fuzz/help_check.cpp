#include "help_check.hpp"

#include "polyhedral/primitives/apply_schedule.hpp"
#include "reason_checks.hpp"

namespace pom::fuzz {

namespace {

LoopRef loop_called(const std::string& text) {
  const bool is_level = text.find_first_not_of("-0123456789") == std::string::npos;
  if (is_level) return LoopRef(std::stoi(text));
  LoopRef loop;
  loop.name = text;
  return loop;
}

/// A directive from its line of source; the forms that helps use.
std::optional<Primitive> parse(const std::string& line) {
  if (const auto skew = match(line, "(\\w+)\\.skew\\((\\w+), (\\w+), (-?\\d+), (\\d+)(?:, (\\w+), (\\w+))?\\)")) {
    const Words& w = *skew;
    return Skew{w[0], loop_called(w[1]), loop_called(w[2]), std::stoi(w[3]), std::stoi(w[4]), w[5], w[6]};
  }
  if (const auto shift = match(line, "(\\w+)\\.shift\\((\\w+), (-?\\d+)\\)")) {
    return Shift{(*shift)[0], loop_called((*shift)[1]), std::stoi((*shift)[2])};
  }
  if (const auto after = match(line, "(\\w+)\\.after\\((\\w+), (-?\\w+)\\)")) {
    return After{(*after)[0], (*after)[1], loop_called((*after)[2])};
  }
  return std::nullopt;
}

/// The directives that the help promises to be legal together.
std::vector<Directive> promised(const std::string& help, const Directive& refused) {
  const auto named = parse(help);
  if (named && help.ends_with(" first makes it legal")) return {{*named, refused.at}, refused};
  const bool instead = help.ends_with(" is legal") || help.find(" is legal: ") != std::string::npos;
  if (named && instead) return {{*named, refused.at}};
  return {};
}

}  // namespace

std::optional<std::string> disprove_help(const Diagnostic& error, const Directive& refused, const Instances& instances,
                                         const poly::Scop& before) {
  poly::Scop scop = before;
  const std::vector<Directive> directives = promised(error.help, refused);
  if (directives.empty()) return std::nullopt;
  for (const Directive& directive : directives) {
    if (const auto failed = poly::apply_directive(scop, directive)) return error.help + ": " + failed->message;
  }
  const auto pair = find_violated_pair(instances, rank_instances(instances, scop), {});
  if (pair) return error.help + ": " + to_string(instances, *pair, *before.program);
  return std::nullopt;
}

}  // namespace pom::fuzz
