#include <algorithm>
#include <regex>

#include "reason_checks.hpp"

namespace pom::fuzz {

namespace {

const poly::Statement* statement_called(const poly::Scop& scop, const std::string& name) {
  for (const poly::Statement& statement : scop.statements) {
    if (statement.name == name) return &statement;
  }
  return nullptr;
}

int level_called(const poly::Statement& statement, const std::string& loop) {
  for (std::size_t d = 0; d < statement.loops.size(); ++d) {
    if (statement.loops[d].name == loop) return static_cast<int>(d);
  }
  return -1;
}

Disproof disprove_unknown_loop(const Refused& refused) {
  const std::string& message = refused.error.message;
  if (const auto claim = match(message, "^\"(\\w+)\" has no loop level (-?\\d+)")) {
    const int level = std::stoi((*claim)[1]);
    const int depth = static_cast<int>(statement_called(refused.scop, (*claim)[0])->loops.size());
    if (level >= 0 && level < depth) return "it has that level";
    return std::nullopt;
  }
  const auto claim = match(message, "^\"(\\w+)\" has no loop (\\w+)");
  if (!claim) return unclear(refused);
  if (level_called(*statement_called(refused.scop, (*claim)[0]), (*claim)[1]) >= 0) return "it has that loop";
  return std::nullopt;
}

Disproof disprove_marked_loop(const Refused& refused) {
  const auto claim = match(refused.error.message, "loop (\\w+) of \"(\\w+)\": it is (pipelined|unrolled|kept apart)");
  if (!claim) return unclear(refused);
  const poly::Statement& statement = *statement_called(refused.scop, (*claim)[1]);
  const int level = level_called(statement, (*claim)[0]);
  if (level < 0) return "there is no such loop";
  const poly::ScheduledLoop& loop = statement.loops[level];
  const std::string& mark = (*claim)[2];
  if (mark == "pipelined"  ? loop.pipeline.has_value()
      : mark == "unrolled" ? loop.unroll.has_value()
                           : loop.flatten_off.has_value())
    return std::nullopt;
  return "the loop carries no such mark";
}

/// The name stands on a loop that stays, or twice in the directive itself.
Disproof disprove_duplicate_name(const Refused& refused) {
  const auto claim = match(refused.error.message, "^\"(\\w+)\" would have two loops named (\\w+)");
  if (!claim) return unclear(refused);
  const bool exists = level_called(*statement_called(refused.scop, (*claim)[0]), (*claim)[1]) >= 0;
  const std::string line = to_string(refused.directive);
  const std::regex name("\\b" + (*claim)[1] + "\\b");
  const auto uses = std::distance(std::sregex_iterator(line.begin(), line.end(), name), std::sregex_iterator());
  if (exists || uses > 1) return std::nullopt;
  return "no other loop has this name";
}

Disproof disprove_loop_order(const Refused& refused) {
  const std::string& message = refused.error.message;
  if (match(message, "loop (\\w+) of \"(\\w+)\" with itself")) return std::nullopt;
  if (const auto twice = match(message, "^reorder of \"(\\w+)\" names loop (\\w+) twice")) {
    const auto* reorder = std::get_if<Reorder>(&refused.directive.primitive);
    const poly::Statement& statement = *statement_called(refused.scop, (*twice)[0]);
    const int level = level_called(statement, (*twice)[1]);
    const auto names_it = [&](const LoopRef& loop) {
      return loop.name.empty() ? loop.level == level : loop.name == (*twice)[1];
    };
    const bool holds = reorder && std::count_if(reorder->loops.begin(), reorder->loops.end(), names_it) > 1;
    return holds ? std::nullopt : Disproof("it names the loop once");
  }
  const auto claim = match(message, "\"(\\w+)\": loop (\\w+) does not stand inside loop (\\w+)");
  if (!claim) return unclear(refused);
  const poly::Statement& statement = *statement_called(refused.scop, (*claim)[0]);
  if (level_called(statement, (*claim)[1]) > level_called(statement, (*claim)[2])) return "it stands inside";
  return std::nullopt;
}

Disproof disprove_level(const Refused& refused) {
  if (const auto fuse =
          match(refused.error.message, "^\"(\\w+)\" cannot be fused .* level (\\d+): it has (\\d+) loops")) {
    const auto loops = statement_called(refused.scop, (*fuse)[0])->loops.size();
    const bool holds = std::stoul((*fuse)[2]) == loops && std::stoul((*fuse)[1]) >= loops;
    return holds ? std::nullopt : Disproof("it has a loop of that level");
  }
  const auto claim = match(refused.error.message, "share loop level (-?\\d+) of \"\\w+\": \"(\\w+)\" has (\\d+) loops");
  if (!claim) return unclear(refused);
  const int level = std::stoi((*claim)[0]), loops = std::stoi((*claim)[2]);
  if (static_cast<int>(statement_called(refused.scop, (*claim)[1])->loops.size()) != loops)
    return "wrong number of loops";
  if (level >= -1 && level < loops) return "there is such a level";
  return std::nullopt;
}

Disproof disprove_unused_array(const Refused& refused) {
  const auto claim = match(refused.error.message, "^cannot [\\w ]+ \"(\\w+)\"");
  if (!claim) return unclear(refused);
  const dsl::Function& program = *refused.scop.program;
  const auto is_it = [&](const dsl::Access& access) { return program.arrays[access.array]->name == (*claim)[0]; };
  for (const dsl::Compute& compute : program.computes) {
    if (is_it(compute.store) || std::any_of(compute.loads.begin(), compute.loads.end(), is_it)) return "it is used";
  }
  return std::nullopt;
}

/// What the DSL refuses at the call: a number that is out of range.
Disproof disprove_number(const Refused& refused) {
  if (match(refused.error.message, "names \\d+ loops? and \\d+ factors?|but \\d+ outer|names 1 loop:"))
    return std::nullopt;
  if (match(refused.error.message, "would have no iteration left")) return disprove_peel(refused);
  const auto claim =
      match(refused.error.message, "^(\\w+) of \"\\w+\" (?:by|with an initiation interval of) (-?\\d+):");
  if (!claim) return unclear(refused);
  const int number = std::stoi((*claim)[1]);
  if (number < 1 && !((*claim)[0] == "unroll" && number == -1)) return std::nullopt;
  return "the number is good";
}

Disproof disprove_after(const Refused& refused) {
  if (match(refused.error.message, "^\"\\w+\" cannot (?:run after|be fused with) itself")) return std::nullopt;
  return unclear(refused);
}

}  // namespace

const DisproofsByCode& directive_disproofs() {
  static const DisproofsByCode all = {
      {"unknown-loop", disprove_unknown_loop},
      {"marked-loop", disprove_marked_loop},
      {"duplicate-loop-name", disprove_duplicate_name},
      {"bad-loop-order", disprove_loop_order},
      {"bad-level", disprove_level},
      {"bad-factor", disprove_number},
      {"bad-interval", disprove_number},
      {"bad-after", disprove_after},
      {"unused-array", disprove_unused_array},
  };
  return all;
}

}  // namespace pom::fuzz
