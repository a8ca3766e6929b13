#include "reasons.hpp"

#include <algorithm>
#include <map>
#include <regex>

namespace pom::fuzz {

namespace {

using Disproof = std::optional<std::string>;
using Words = std::vector<std::string>;

/// The groups of a pattern in a message; nothing when it does not match.
std::optional<Words> match(const std::string& text, const char* pattern) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(pattern))) return std::nullopt;
  Words groups;
  for (std::size_t n = 1; n < found.size(); ++n) groups.push_back(found[n]);
  return groups;
}

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

Disproof unclear(const Refused& refused) { return "its message cannot be checked: " + refused.error.message; }

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
  const auto claim = match(refused.error.message, "loop (\\w+) of \"(\\w+)\": it is (pipelined|unrolled)");
  if (!claim) return unclear(refused);
  const poly::Statement& statement = *statement_called(refused.scop, (*claim)[1]);
  const int level = level_called(statement, (*claim)[0]);
  if (level < 0) return "there is no such loop";
  const poly::ScheduledLoop& loop = statement.loops[static_cast<std::size_t>(level)];
  if ((*claim)[2] == "pipelined" ? loop.pipeline.has_value() : loop.unroll.has_value()) return std::nullopt;
  return "the loop carries no such mark";
}

/// The name stands on a loop that stays, or twice in the directive itself.
Disproof disprove_duplicate_name(const Refused& refused) {
  const auto claim = match(refused.error.message, "^\"(\\w+)\" would have two loops named (\\w+)");
  if (!claim) return unclear(refused);
  const bool exists = level_called(*statement_called(refused.scop, (*claim)[0]), (*claim)[1]) >= 0;
  const std::string line = to_string(*refused.directive);
  const std::regex name("\\b" + (*claim)[1] + "\\b");
  const auto uses = std::distance(std::sregex_iterator(line.begin(), line.end(), name), std::sregex_iterator());
  if (exists || uses > 1) return std::nullopt;
  return "no other loop has this name";
}

Disproof disprove_loop_order(const Refused& refused) {
  const std::string& message = refused.error.message;
  if (match(message, "loop (\\w+) of \"(\\w+)\" with itself")) return std::nullopt;
  const auto claim = match(message, "\"(\\w+)\": loop (\\w+) does not stand inside loop (\\w+)");
  if (!claim) return unclear(refused);
  const poly::Statement& statement = *statement_called(refused.scop, (*claim)[0]);
  if (level_called(statement, (*claim)[1]) > level_called(statement, (*claim)[2])) return "it stands inside";
  return std::nullopt;
}

Disproof disprove_level(const Refused& refused) {
  const auto claim = match(refused.error.message, "share loop level (-?\\d+) of \"\\w+\": \"(\\w+)\" has (\\d+) loops");
  if (!claim) return unclear(refused);
  const int level = std::stoi((*claim)[0]), loops = std::stoi((*claim)[2]);
  if (static_cast<int>(statement_called(refused.scop, (*claim)[1])->loops.size()) != loops) return "wrong number of loops";
  if (level >= -1 && level < loops) return "there is such a level";
  return std::nullopt;
}

Disproof disprove_unused_array(const Refused& refused) {
  const auto claim = match(refused.error.message, "^cannot \\w+ \"(\\w+)\"");
  if (!claim) return unclear(refused);
  const dsl::Function& program = *refused.scop.program;
  const auto is_it = [&](const dsl::Access& access) {
    return program.arrays[static_cast<std::size_t>(access.array)]->name == (*claim)[0];
  };
  for (const dsl::Compute& compute : program.computes) {
    if (is_it(compute.store) || std::any_of(compute.loads.begin(), compute.loads.end(), is_it)) return "it is used";
  }
  return std::nullopt;
}

// Marks on the loops at the end, by enumeration of all iterations.

struct Mark {
  std::size_t statement = 0, level = 0;
};

/// The loop whose mark a directive made.
std::optional<Mark> find_mark(const Refused& refused) {
  for (std::size_t s = 0; s < refused.scop.statements.size(); ++s) {
    const auto& loops = refused.scop.statements[s].loops;
    for (std::size_t d = 0; d < loops.size(); ++d) {
      const bool here = (loops[d].pipeline && loops[d].pipeline->at.line == refused.error.at.line) ||
                        (loops[d].unroll && loops[d].unroll->at.line == refused.error.at.line);
      if (here) return Mark{s, d};
    }
  }
  return std::nullopt;
}

bool share_loop(const poly::Statement& a, const poly::Statement& b, std::size_t level) {
  return a.loops.size() > level && b.loops.size() > level &&
         std::equal(a.position.begin(), a.position.begin() + static_cast<std::ptrdiff_t>(level) + 1, b.position.begin());
}

/// How often a loop runs for each iteration of the loops outside it.
struct Trips {
  std::set<std::int64_t> counts, extents;
  bool vary() const { return counts.size() > 1 || extents.size() > 1; }
};

/// Of a statement alone, and together with all that share the loop: either may be what becomes a loop.
enum class Sharers { alone, together };

Trips count_trips(const poly::Scop& scop, const poly::Statement& of, std::size_t level, Sharers sharers) {
  std::map<Vector, std::set<std::int64_t>> iterations;
  for (const poly::Statement& statement : scop.statements) {
    const bool counts = &statement == &of || (sharers == Sharers::together && share_loop(statement, of, level));
    if (!counts) continue;
    for_each_pair(statement.loop_map, [&](const Vector&, const Vector& loops) {
      iterations[Vector(loops.begin(), loops.begin() + static_cast<std::ptrdiff_t>(level))].insert(loops[level]);
    });
  }
  Trips trips;
  for (const auto& [outside, values] : iterations) {
    trips.counts.insert(static_cast<std::int64_t>(values.size()));
    trips.extents.insert(*values.rbegin() - *values.begin());
  }
  return trips;
}

bool trips_vary(const poly::Scop& scop, const poly::Statement& of, std::size_t level) {
  return count_trips(scop, of, level, Sharers::alone).vary() || count_trips(scop, of, level, Sharers::together).vary();
}

Disproof disprove_pipeline_bound(const Refused& refused) {
  const auto mark = find_mark(refused);
  if (!mark) return "no loop carries the mark";
  const poly::Statement& pipelined = refused.scop.statements[mark->statement];
  for (const poly::Statement& statement : refused.scop.statements) {
    if (!share_loop(statement, pipelined, mark->level)) continue;
    for (std::size_t inner = mark->level + 1; inner < statement.loops.size(); ++inner) {
      if (trips_vary(refused.scop, statement, inner)) return std::nullopt;
    }
  }
  return "every loop inside it always has the same number of iterations: " + refused.error.message;
}

Disproof disprove_unroll_bound(const Refused& refused) {
  const auto mark = find_mark(refused);
  if (!mark) return "no loop carries the mark";
  if (trips_vary(refused.scop, refused.scop.statements[mark->statement], mark->level)) return std::nullopt;
  return "it always has the same number of iterations: " + refused.error.message;
}

Disproof disprove_unroll_factor(const Refused& refused) {
  const auto mark = find_mark(refused);
  const auto claim = match(refused.error.message, "by (\\d+): it has only (\\d+) iterations");
  if (!mark || !claim) return unclear(refused);
  const Trips trips = count_trips(refused.scop, refused.scop.statements[mark->statement], mark->level, Sharers::alone);
  if (*trips.counts.rbegin() < std::stoll((*claim)[0])) return std::nullopt;
  return "it has up to " + std::to_string(*trips.counts.rbegin()) + " iterations: " + refused.error.message;
}

/// Two pipelined loops on one path; two different marks on one loop or one dimension.
Disproof disprove_nested_pipeline(const Refused& refused) {
  std::vector<Mark> marks;
  const auto add = [&](std::size_t s, std::size_t d) {
    if (refused.scop.statements[s].loops[d].pipeline) marks.push_back({s, d});
  };
  for (std::size_t s = 0; s < refused.scop.statements.size(); ++s) {
    for (std::size_t d = 0; d < refused.scop.statements[s].loops.size(); ++d) add(s, d);
  }
  const bool at_directive = refused.error.message.find("of the same nest") != std::string::npos;
  if (at_directive) return marks.empty() ? Disproof("nothing is pipelined yet") : std::nullopt;
  for (const Mark& outer : marks) {
    for (const Mark& inner : marks) {
      const bool nested = outer.level < inner.level && share_loop(refused.scop.statements[outer.statement],
                                                                  refused.scop.statements[inner.statement], outer.level);
      if (nested) return std::nullopt;
    }
  }
  return "no pipelined loop stands inside another";
}

const std::map<std::string, Disproof (*)(const Refused&)>& disproofs() {
  static const std::map<std::string, Disproof (*)(const Refused&)> all = {
      {"unknown-loop", disprove_unknown_loop},
      {"marked-loop", disprove_marked_loop},
      {"duplicate-loop-name", disprove_duplicate_name},
      {"bad-loop-order", disprove_loop_order},
      {"bad-level", disprove_level},
      {"unused-array", disprove_unused_array},
      {"pipeline-variable-bound", disprove_pipeline_bound},
      {"unroll-variable-bound", disprove_unroll_bound},
      {"unroll-factor", disprove_unroll_factor},
      {"nested-pipeline", disprove_nested_pipeline},
  };
  return all;
}

Vector numbers(const std::string& list) {
  Vector all;
  const std::regex number("-?\\d+");
  for (std::sregex_iterator at(list.begin(), list.end(), number), end; at != end; ++at) all.push_back(std::stoll(at->str()));
  return all;
}

int statement_index(const poly::Scop& scop, const std::string& name) { return scop.program->find_compute(name); }

}  // namespace

std::optional<std::string> disprove_precondition(const Refused& refused) {
  const auto found = disproofs().find(refused.error.code);
  return found == disproofs().end() ? std::nullopt : found->second(refused);
}

bool is_examined(const std::string& code) { return disproofs().contains(code); }

std::optional<std::string> disprove_evidence(const Diagnostic& error, const Instances& instances, const poly::Scop& behind) {
  const auto claim = match(error.message,
                           "\n(\\w+)\\[([^\\]]*)\\] (writes|reads) (\\w+)\\[([^\\]]*)\\] which (\\w+)\\[([^\\]]*)\\] "
                           "(reads|overwrites); after the \\w+ (\\w+)\\[([^\\]]*)\\] would run first");
  if (!claim) return "no evidence in: " + error.message;
  const Words& words = *claim;
  if (words[5] != words[8] || words[6] != words[9]) return "it names two different sinks";
  const auto first = instances.find(statement_index(behind, words[0]), numbers(words[1]));
  const auto second = instances.find(statement_index(behind, words[5]), numbers(words[6]));
  if (!first || !second) return "it names an instance that does not exist";
  const auto touched = instances.touches.find({behind.program->find_array(words[3]), numbers(words[4])});
  if (touched == instances.touches.end()) return "nothing accesses the element";
  const auto touches = [&](int instance, bool writes) {
    return std::any_of(touched->second.begin(), touched->second.end(),
                       [&](const Touch& touch) { return touch.instance == instance && touch.writes == writes; });
  };
  if (!touches(*first, words[2] == "writes")) return "the source does not access the element so";
  if (!touches(*second, words[7] == "overwrites")) return "the sink does not access the element so";
  if (instances.written[*first] >= instances.written[*second]) return "they run in the other order as written";
  const Ranks ranks = rank_instances(instances, behind);
  if (ranks.runs_before(*first, *second)) return "they keep their order behind the blamed directive";
  return std::nullopt;
}

}  // namespace pom::fuzz
