#include "polyhedral/primitives/help.hpp"

#include <optional>

#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::poly {

namespace {

/// The program after `directives`, when each applies and all dependences hold.
std::optional<Scop> try_directives(const Scop& before, const std::vector<Directive>& directives,
                                   const Dependences& dependences) {
  Scop scop = before;
  for (const Directive& directive : directives) {
    if (apply_directive(scop, directive)) return std::nullopt;
  }
  if (first_violated_dependence(scop, dependences)) return std::nullopt;
  return scop;
}

struct Trial {
  const Refusal& refusal;
  const Directive& directive;
  const Dependences& dependences;

  /// The smallest skew of two loops that makes the directive legal.
  std::string skew_first(const std::string& compute, const LoopRef& outer, const LoopRef& inner) const {
    const Statement& statement = statement_of(refusal.before, compute);
    const int first = level_of(statement, outer), second = level_of(statement, inner);
    for (int factor : {1, 2, 3, -1}) {
      const Directive skew{Skew{compute, std::min(first, second), std::max(first, second), factor, 1, "", ""},
                           directive.at};
      if (!try_directives(refusal.before, {skew, directive}, dependences)) continue;
      return compute + ".skew(" + statement.loops[std::min(first, second)].name + ", " +
             statement.loops[std::max(first, second)].name + ", " + std::to_string(factor) +
             ", 1) first makes it legal";
    }
    return "";
  }

  std::string operator()(const Interchange& p) const { return skew_first(p.compute, p.first, p.second); }

  std::string operator()(const Tile& p) const {
    for (std::size_t a = 0; a < p.loops.size(); ++a) {
      for (std::size_t b = a + 1; b < p.loops.size(); ++b) {
        if (std::string help = skew_first(p.compute, p.loops[a], p.loops[b]); !help.empty()) return help;
      }
    }
    return "";
  }

  std::string operator()(const Skew& p) const {
    for (int factor : {1, 2, 3}) {
      Skew other = p;
      other.outer_factor = factor;
      if (try_directives(refusal.before, {{other, directive.at}}, dependences)) {
        return "a factor of " + std::to_string(factor) + " is legal: " + to_string(Directive{other, directive.at});
      }
    }
    return "";
  }

  std::string operator()(const After& p) const {
    const int level = p.loop.name.empty() ? p.loop.level : level_of(statement_of(refusal.before, p.other), p.loop);
    for (int fewer = level - 1; fewer >= -1; --fewer) {
      After other = p;
      other.loop = fewer < 0 ? LoopRef(-1) : LoopRef(fewer);
      if (fewer >= 0) other.loop.name = statement_of(refusal.before, p.other).loops[fewer].name;
      if (try_directives(refusal.before, {{other, directive.at}}, dependences)) {
        return to_string(Directive{other, directive.at}) + " is legal";
      }
    }
    return "";
  }

  /// The smallest delay of the second nest along one of the merged loops, the innermost first.
  std::string operator()(const Fuse& p) const {
    const Statement &moved = statement_of(refusal.before, p.compute), &anchor = statement_of(refusal.before, p.other);
    for (int level = level_of(anchor, p.loop); level >= 0; --level) {
      for (int distance : {1, 2, 3, 4}) {
        const Directive shift{Shift{p.compute, level, distance}, directive.at};
        if (!try_directives(refusal.before, {shift, directive}, dependences)) continue;
        return p.compute + ".shift(" + moved.loops[level].name + ", " + std::to_string(distance) +
               ") first makes it legal";
      }
    }
    return "";
  }

  /// A loop that other statements share has to be split in all of them.
  std::string operator()(const Split& p) const {
    const Statement& statement = statement_of(refusal.before, p.compute);
    const int level = level_of(statement, p.loop);
    std::vector<Directive> all = {directive};
    std::string names;
    for (const Statement& other : refusal.before.statements) {
      const bool shares =
          &other != &statement && static_cast<int>(other.loops.size()) > level &&
          std::equal(other.position.begin(), other.position.begin() + level + 1, statement.position.begin());
      if (!shares) continue;
      all.push_back({Split{other.name, level, p.factor, "", ""}, directive.at});
      names += (names.empty() ? "" : ", ") + ("\"" + other.name + "\"");
    }
    if (names.empty() || !try_directives(refusal.before, all, dependences)) return "";
    return "split the loop by " + std::to_string(p.factor) + " in " + names + " too, which shares it";
  }

  std::string operator()(const auto&) const { return ""; }
};

}  // namespace

namespace {

/// Permission to reorder a reduction, when that is all that stands in the way.
std::string allow_reordering(const Refusal& refusal, const Directive& directive, const Dependences& dependences) {
  if (!orders_reduction(*refusal.violation.dependence, refusal.as_written)) return "";
  const Dependences relaxed{dependences.direct, relax_reductions(refusal.as_written, dependences.direct)};
  if (!try_directives(refusal.before, {directive}, relaxed)) return "";
  const bool rounds = refusal.as_written.program->arrays[refusal.violation.dependence->array]->type.is_float();
  return "allow_reassociation() permits another order of the reduction in \"" +
         refusal.before.statements[refusal.violation.dependence->source].name + "\"" +
         (rounds ? "; its results may then differ in rounding" : "");
}

}  // namespace

std::string find_help(const Refusal& refusal, const Directive& directive, const Dependences& dependences) {
  constexpr unsigned long help_steps = 600'000;  // of isl: nobody waits for a hint
  std::string help;
  const isl::ctx context = refusal.as_written.statements.front().domain.ctx();
  const bool answered = try_within(context, help_steps, [&] {
    help = std::visit(Trial{refusal, directive, dependences}, directive.primitive);
    if (help.empty()) help = allow_reordering(refusal, directive, dependences);
  });
  return answered ? help : "";
}

}  // namespace pom::poly
