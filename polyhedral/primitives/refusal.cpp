#include "polyhedral/primitives/refusal.hpp"

#include <algorithm>

#include "polyhedral/analysis/distance.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "polyhedral/primitives/help.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// What the directive does, in words: "interchange i and j of "S"".
struct Wording {
  std::string action, noun;
};

std::string loop_name(const Statement& statement, const LoopRef& loop) {
  const int level = level_of(statement, loop);
  return level < 0 ? loop.name : statement.loops[level].name;
}

std::string list_names(const Statement& statement, const std::vector<LoopRef>& loops) {
  std::string text;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    text += (n == 0 ? "" : n + 1 == loops.size() ? " and " : ", ") + loop_name(statement, loops[n]);
  }
  return text;
}

struct Describe {
  const Scop& before;

  std::string of(const std::string& compute, const std::vector<LoopRef>& loops) const {
    return list_names(statement_of(before, compute), loops) + " of \"" + compute + "\"";
  }
  Wording operator()(const Interchange& p) const {
    return {"interchange " + of(p.compute, {p.first, p.second}), "interchange"};
  }
  Wording operator()(const Split& p) const { return {"split loop " + of(p.compute, {p.loop}), "split"}; }
  Wording operator()(const Tile& p) const { return {"tile " + of(p.compute, p.loops), "tiling"}; }
  Wording operator()(const Skew& p) const { return {"skew " + of(p.compute, {p.outer, p.inner}), "skewing"}; }
  Wording operator()(const After& p) const {
    const bool apart = p.loop.name.empty() && p.loop.level < 0;
    const std::string where = apart ? "" : " at loop " + loop_name(statement_of(before, p.other), p.loop);
    return {"run \"" + p.compute + "\" after \"" + p.other + "\"" + where, "move"};
  }
  Wording operator()(const Reorder& p) const { return {"reorder loops " + of(p.compute, p.loops), "reordering"}; }
  Wording operator()(const Reverse& p) const { return {"reverse loop " + of(p.compute, {p.loop}), "reversal"}; }
  Wording operator()(const Shift& p) const {
    return {"shift \"" + p.compute + "\" by " + std::to_string(p.distance) + " along loop " +
                loop_name(statement_of(before, p.compute), p.loop),
            "shift"};
  }
  Wording operator()(const Fuse& p) const {
    return {"fuse \"" + p.compute + "\" with \"" + p.other + "\" at loop " +
                loop_name(statement_of(before, p.other), p.loop),
            "fusion"};
  }
  Wording operator()(const Distribute& p) const {
    return {"distribute loop " + of(p.compute, {p.loop}), "distribution"};
  }
  Wording operator()(const auto&) const { throw InternalError("a hardware directive moved an instance"); }
};

/// The codes of illegal orders.
struct Code {
  std::string operator()(const Interchange&) const { return "illegal-interchange"; }
  std::string operator()(const Split&) const { return "illegal-split"; }
  std::string operator()(const Tile&) const { return "illegal-tile"; }
  std::string operator()(const Skew&) const { return "illegal-skew"; }
  std::string operator()(const After&) const { return "illegal-after"; }
  std::string operator()(const Reorder&) const { return "illegal-reorder"; }
  std::string operator()(const Reverse&) const { return "illegal-reverse"; }
  std::string operator()(const Shift&) const { return "illegal-shift"; }
  std::string operator()(const Fuse&) const { return "illegal-fuse"; }
  std::string operator()(const Distribute&) const { return "illegal-distribute"; }
  std::string operator()(const auto&) const { throw InternalError("a hardware directive moved an instance"); }
};

/// Over the current loops of a statement with itself; over the loops shared as written between two statements.
std::string distance_of(const Violation& violation, const Scop& before) {
  const Dependence& dependence = *violation.dependence;
  const Statement &from = before.statements[dependence.source], &to = before.statements[dependence.sink];
  std::size_t shared = 0;
  const std::size_t depth = std::min(from.loops.size(), to.loops.size());
  while (shared < depth && from.position[shared] == to.position[shared]) ++shared;
  if (shared == 0) return "";
  const auto first = *first_point(point_set(from.domain, violation.source).apply(from.loop_map));
  const auto second = *first_point(point_set(to.domain, violation.sink).apply(to.loop_map));
  std::vector<std::int64_t> distance;
  for (std::size_t d = 0; d < shared; ++d) distance.push_back(second[d] - first[d]);
  return ", distance " + to_string(distance);
}

/// The loop order that the directive met, and the last directive that shaped it.
Diagnostic::Note order_note(const Refusal& refusal, const Schedule& schedule) {
  const int target = refusal.violation.dependence->sink;
  const Statement& statement = refusal.before.statements[target];
  std::string order;
  for (const ScheduledLoop& loop : statement.loops) order += (order.empty() ? "" : ", ") + loop.name;
  Diagnostic::Note note{"the loop order of \"" + statement.name + "\" here is (" + order + ")", {}};
  for (std::size_t n = refusal.directive; n-- > 0;) {
    const bool same = std::visit(
        [&](const auto& primitive) {
          if constexpr (requires { primitive.compute; }) return primitive.compute == statement.name;
          return false;
        },
        schedule[n].primitive);
    if (!same) continue;
    note.text += ", after " + to_string(schedule[n]);
    note.at = schedule[n].at;
    break;
  }
  return note;
}

}  // namespace

std::string code_of_illegal(const Primitive& primitive) { return std::visit(Code{}, primitive); }

std::string access_verbs(const Violation& violation, const Scop& scop) {
  const Dependence& dependence = *violation.dependence;
  const std::string source = subscript(scop.statements[dependence.source].name, violation.source);
  const std::string sink = subscript(scop.statements[dependence.sink].name, violation.sink);
  const std::string element = subscript(scop.program->arrays[dependence.array]->name, violation.element);
  const Statement &first = scop.statements[dependence.source], &second = scop.statements[dependence.sink];
  const auto writes = [](const Statement& statement, const char* verb) {
    return (statement.write.may ? " may " : " ") + std::string(verb) + (statement.write.may ? " " : "s ");
  };
  const auto reads = [&](const Statement& statement) {
    const bool may = std::any_of(statement.reads.begin(), statement.reads.end(), [&](const AccessRelation& read) {
      return read.array == dependence.array && read.may;
    });
    return may ? " may read" : " reads";
  };
  switch (dependence.kind) {
    case DependenceKind::flow:
      return source + writes(first, "write") + element + " which " + sink + reads(second);
    case DependenceKind::anti:
      return source + reads(first) + " " + element + " which " + sink +
             (second.write.may ? " may overwrite" : " overwrites");
    case DependenceKind::output:
      return source + writes(first, "write") + element + " which " + sink +
             (second.write.may ? " may overwrite" : " overwrites");
  }
  return "";
}

Diagnostic explain(const Refusal& refusal, const Schedule& schedule, const Dependences& dependences) {
  const Directive& directive = schedule[refusal.directive];
  const Violation& violation = refusal.violation;
  const Wording wording = std::visit(Describe{refusal.before}, directive.primitive);
  if (violation.unproved) {
    return make_error("analysis-too-hard",
                      "cannot " + wording.action +
                          ": whether that is legal takes too much work to prove\nsimpler "
                          "indices and bounds help: fewer divisions and remainders",
                      directive.at);
  }
  const std::string sink = subscript(refusal.before.statements[violation.dependence->sink].name, violation.sink);
  Diagnostic error{Severity::error, code_of_illegal(directive.primitive), "", directive.at, {}, ""};
  error.message = "cannot " + wording.action + "\n" + access_verbs(violation, refusal.before) + "; after the " +
                  wording.noun + " " + sink + " would run first (" + to_string(violation.dependence->kind) +
                  distance_of(violation, refusal.before) + ")" +
                  (violation.sizes.empty() ? "" : ", with " + violation.sizes);
  error.notes.push_back(order_note(refusal, schedule));
  error.help = find_help(refusal, directive, dependences);
  return error;
}

}  // namespace pom::poly
