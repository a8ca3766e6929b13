#include <algorithm>
#include <set>

#include "polyhedral/primitives/primitives.hpp"
#include "reason_checks.hpp"

/// Marks on the loops at the end, by enumeration of all iterations.
namespace pom::fuzz {

bool in_same_loop(const poly::Statement& a, const poly::Statement& b, std::size_t level) {
  return a.loops.size() > level && b.loops.size() > level &&
         std::equal(a.position.begin(), a.position.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                    b.position.begin());
}

namespace {

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
    const bool counts = &statement == &of || (sharers == Sharers::together && in_same_loop(statement, of, level));
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
    if (!in_same_loop(statement, pipelined, mark->level)) continue;
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
  const auto claim = match(refused.error.message, "by (\\d+): it (?:has only|never has more than) (\\d+) iterations?");
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
      const bool nested =
          outer.level < inner.level &&
          in_same_loop(refused.scop.statements[outer.statement], refused.scop.statements[inner.statement], outer.level);
      if (nested) return std::nullopt;
    }
  }
  return "no pipelined loop stands inside another";
}

/// "loop i of "s" is already unrolled by another factor", "cannot pipeline loop i of "s" with II 2: it already has II
/// 1"
Disproof disprove_repeated_mark(const Refused& refused) {
  const auto claim = match(refused.error.message, "loop (\\w+) of \"(\\w+)\"");
  if (!claim) return unclear(refused);
  for (const poly::Statement& statement : refused.scop.statements) {
    for (const poly::ScheduledLoop& loop : statement.loops) {
      const bool marked = loop.pipeline || loop.unroll;
      if (statement.name == (*claim)[1] && loop.name == (*claim)[0] && marked) return std::nullopt;
    }
  }
  return "the loop carries no mark yet";
}

/// A loop that is to be kept apart, inside a pipelined one or unrolled itself.
Disproof disprove_lost_mark(const Refused& refused) {
  const bool unrolled = refused.error.message.find("unrolled completely") != std::string::npos;
  for (const poly::Statement& a : refused.scop.statements) {
    for (const poly::Statement& b : refused.scop.statements) {
      for (std::size_t outer = 0; in_same_loop(a, b, outer); ++outer) {
        if (unrolled && a.loops[outer].unroll && b.loops[outer].flatten_off) return std::nullopt;
        if (!a.loops[outer].pipeline) continue;
        for (std::size_t inner = outer + 1; inner < b.loops.size(); ++inner) {
          if (b.loops[inner].flatten_off) return std::nullopt;
        }
      }
    }
  }
  return "no loop inside a pipelined one is kept apart";
}

/// "cannot unroll loop j by 2: it runs inside loop i, which is pipelined"; "cannot pipeline loop j: it is unrolled
/// completely".
Disproof disprove_lost_pipeline(const Refused& refused) {
  const bool inside = refused.error.message.find("it runs inside loop") != std::string::npos;
  for (const poly::Statement& a : refused.scop.statements) {
    for (const poly::Statement& b : refused.scop.statements) {
      for (std::size_t outer = 0; in_same_loop(a, b, outer); ++outer) {
        if (!a.loops[outer].pipeline) continue;
        if (!inside && b.loops[outer].unroll) return std::nullopt;
        for (std::size_t inner = outer + 1; inside && inner < b.loops.size(); ++inner) {
          if (b.loops[inner].unroll && b.loops[inner].unroll->factor > 0) return std::nullopt;
        }
      }
    }
  }
  return inside ? "no loop inside a pipelined one is unrolled by a factor" : "no pipelined loop is unrolled";
}

/// Two marks that say different things, of one loop, of two statements that share it, or of one dimension.
Disproof disprove_conflict(const Refused& refused) {
  const std::string& message = refused.error.message;
  if (message.starts_with("dimension ")) {
    const auto claim = match(message, "^dimension (\\d+) of \"(\\w+)\"");
    if (!claim) return unclear(refused);
    const int array = refused.scop.program->find_array((*claim)[1]), dimension = std::stoi((*claim)[0]);
    const int buffer = poly::find_named_buffer(refused.scop, (*claim)[1]);
    const poly::HardwareMarks& marks = refused.scop.hardware;
    for (const poly::PartitionMark& mark : buffer < 0 ? marks.partitions : marks.buffers[buffer].banks) {
      if ((buffer >= 0 || mark.array == array) && mark.dimension == dimension) return std::nullopt;
    }
    return "it is not partitioned yet";
  }
  if (match(message, "already (?:bound|a stream|function)|an interface already|two functions"))
    return disprove_second_mark(refused);
  if (message.find("already") != std::string::npos) return disprove_repeated_mark(refused);
  if (message.starts_with("cannot keep")) return disprove_lost_mark(refused);
  if (message.find("it runs inside loop") != std::string::npos || message.starts_with("cannot pipeline loop"))
    return disprove_lost_pipeline(refused);
  for (const poly::Statement& a : refused.scop.statements) {
    for (const poly::Statement& b : refused.scop.statements) {
      for (std::size_t d = 0; in_same_loop(a, b, d); ++d) {
        const poly::ScheduledLoop &first = a.loops[d], &second = b.loops[d];
        if (first.pipeline && second.pipeline && first.pipeline->interval != second.pipeline->interval)
          return std::nullopt;
        if (first.unroll && second.unroll && first.unroll->factor != second.unroll->factor) return std::nullopt;
      }
    }
  }
  return "no two statements ask for different marks of a loop that they share";
}

/// More banks of an array, or of a buffer, than it has elements in a dimension.
Disproof disprove_extent(const Refused& refused, const std::vector<std::string>& claim) {
  const std::int64_t factor = std::stoll(claim[1]), extent = std::stoll(claim[3]);
  const auto dimension = std::stoul(claim[2]);
  if (factor <= extent) return "it is not";
  const int buffer = poly::find_named_buffer(refused.scop, claim[0]);
  if (buffer < 0) {
    const int array = refused.scop.program->find_array(claim[0]);
    if (array < 0) return "there is no such array";
    return refused.scop.program->arrays[array]->shape[dimension] == extent ? std::nullopt
                                                                           : Disproof("its extent is another one");
  }
  for (const poly::PartitionMark& mark : refused.scop.hardware.buffers[buffer].banks) {
    if (mark.dimension == static_cast<int>(dimension) && mark.factor == factor) return std::nullopt;
  }
  return "nobody asks for it";
}

Disproof disprove_banks(const Refused& refused) {
  const std::string& message = refused.error.message;
  if (const auto claim = match(message, "\"(\\w+)\": factor (\\d+) of dimension (\\d+) is above its extent, (\\d+)"))
    return disprove_extent(refused, *claim);
  if (match(message, "is not a kind|is less than 1|are given")) return std::nullopt;
  const auto name = match(message, "\"(\\w+)\"");
  const int array = name ? refused.scop.program->find_array((*name)[0]) : -1;
  if (array < 0 || message.find("lies outside the design") == std::string::npos) return unclear(refused);
  if (message.find("it is cut into banks") == std::string::npos)
    return poly::outside_mode(refused.scop, (*name)[0]).empty() ? Disproof("it has no such port") : std::nullopt;
  const std::vector<poly::PartitionMark>& cuts = refused.scop.hardware.partitions;
  const bool cut =
      std::any_of(cuts.begin(), cuts.end(), [&](const poly::PartitionMark& mark) { return mark.array == array; });
  return cut ? std::nullopt : Disproof("it is not cut");
}

}  // namespace

const DisproofsByCode& mark_disproofs() {
  static const DisproofsByCode all = {
      {"bad-partition", disprove_banks},
      {"conflicting-mark", disprove_conflict},
      {"nested-pipeline", disprove_nested_pipeline},
      {"pipeline-variable-bound", disprove_pipeline_bound},
      {"unroll-factor", disprove_unroll_factor},
      {"unroll-variable-bound", disprove_unroll_bound},
  };
  return all;
}

}  // namespace pom::fuzz
