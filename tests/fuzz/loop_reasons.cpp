#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "reason_checks.hpp"

/// Refusals of the directives that move groups and cut loops, and of facts about them, by enumeration.
namespace pom::fuzz {

namespace {

struct Place {
  const poly::Statement* statement = nullptr;
  int level = -1;
};

/// The loop that a message names as `loop i of "s"` in front of or behind something else.
Place place_of(const poly::Scop& scop, const std::string& compute, const std::string& loop) {
  for (const poly::Statement& statement : scop.statements) {
    if (statement.name != compute) continue;
    for (std::size_t d = 0; d < statement.loops.size(); ++d) {
      if (statement.loops[d].name == loop) return {&statement, static_cast<int>(d)};
    }
  }
  return {};
}

Vector head(const Vector& loops, int count) { return Vector(loops.begin(), loops.begin() + count); }

/// The loop's values for each iteration of the loops outside it.
std::map<Vector, std::set<std::int64_t>> values_of(const Place& loop) {
  std::map<Vector, std::set<std::int64_t>> values;
  for_each_pair(loop.statement->loop_map,
                [&](const Vector&, const Vector& loops) { values[head(loops, loop.level)].insert(loops[loop.level]); });
  return values;
}

Disproof disprove_already_fused(const Refused& refused) {
  const auto claim = match(refused.error.message, "^\"(\\w+)\" and \"(\\w+)\" share loop (\\w+) already");
  if (!claim) return unclear(refused);
  const Place anchor = place_of(refused.scop, (*claim)[1], (*claim)[2]);
  const poly::Statement& moved = refused.scop.statements[refused.scop.program->find_compute((*claim)[0])];
  if (anchor.statement && in_same_loop(moved, *anchor.statement, anchor.level)) return std::nullopt;
  return "they do not share it";
}

Disproof disprove_nothing_to_distribute(const Refused& refused) {
  const auto claim = match(refused.error.message, "distribute loop (\\w+) in front of \"(\\w+)\"");
  if (!claim) return unclear(refused);
  const Place loop = place_of(refused.scop, (*claim)[1], (*claim)[0]);
  if (!loop.statement) return "there is no such loop";
  for (const poly::Statement& other : refused.scop.statements) {
    if (in_same_loop(other, *loop.statement, loop.level) && other.position < loop.statement->position)
      return other.name + " stands before it";
  }
  return std::nullopt;
}

/// A strip counts as full when it is for all iterations of the strips around it: those of one tile.
Disproof disprove_no_full_strip(const Refused& refused) {
  const auto claim = match(refused.error.message, "separate loop (\\w+) of \"(\\w+)\": none .* has all (\\d+) iter");
  if (!claim) return unclear(refused);
  const Place loop = place_of(refused.scop, (*claim)[1], (*claim)[0]);
  if (!loop.statement) return "there is no such loop";
  const auto length = static_cast<std::size_t>(std::stoul((*claim)[2]));
  std::map<Vector, bool> full;  // by the loops outside that are no strips
  for (const auto& [outside, values] : values_of(loop)) {
    Vector tile;
    for (std::size_t d = 0; d < outside.size(); ++d) {
      if (!loop.statement->loops[d].strip) tile.push_back(outside[d]);
    }
    const bool all = values.size() == length;
    full[tile] = full.contains(tile) ? full[tile] && all : all;
  }
  const bool any = std::any_of(full.begin(), full.end(), [](const auto& tile) { return tile.second; });
  return any ? Disproof("a tile has full strips only") : std::nullopt;
}

Disproof disprove_not_a_strip(const Refused& refused) {
  const auto claim = match(refused.error.message, "separate loop (\\w+) of \"(\\w+)\"");
  if (!claim) return unclear(refused);
  const Place loop = place_of(refused.scop, (*claim)[1], (*claim)[0]);
  if (!loop.statement) return "there is no such loop";
  return loop.statement->loops[loop.level].strip ? Disproof("it is a strip") : std::nullopt;
}

struct TimedTouch {
  Vector time;
  Element element;
  bool writes = false;
};

/// What the statements inside a loop touch of an array, with the iterations down to the loop.
std::vector<TimedTouch> touches_inside(const poly::Scop& scop, const Place& loop, int array) {
  const Instances instances(*scop.program);
  const Ranks ranks = rank_instances(instances, scop);
  std::vector<TimedTouch> found;
  for (const auto& [element, touches] : instances.touches) {
    if (element.first != array) continue;
    for (const Touch& touch : touches) {
      const int s = instances.all[touch.instance].statement;
      if (!in_same_loop(scop.statements[s], *loop.statement, loop.level)) continue;
      const Vector& time = ranks.times[touch.instance];
      Vector iterations;
      for (int d = 0; d <= loop.level; ++d) iterations.push_back(time[2 * d + 1]);
      found.push_back({iterations, element, touch.writes});
    }
  }
  return found;
}

Vector numbers(const std::string& list) {
  Vector all;
  for (std::size_t at = 0; at < list.size();
       at = list.find(',', at) == std::string::npos ? list.size() : list.find(',', at) + 1)
    all.push_back(std::stoll(list.substr(at)));
  return all;
}

/// The values of a loop for each iteration of those outside it, with the statements that run at each.
std::map<Vector, std::map<std::int64_t, std::set<int>>> runs_of(const poly::Scop& scop, const Place& loop) {
  const Instances instances(*scop.program);
  const Ranks ranks = rank_instances(instances, scop);
  std::map<Vector, std::map<std::int64_t, std::set<int>>> runs;
  for (std::size_t n = 0; n < instances.all.size(); ++n) {
    const int s = instances.all[n].statement;
    if (!in_same_loop(scop.statements[s], *loop.statement, loop.level)) continue;
    Vector outside;
    for (int d = 0; d < loop.level; ++d) outside.push_back(ranks.times[n][2 * d + 1]);
    runs[outside][ranks.times[n][2 * loop.level + 1]].insert(s);
  }
  return runs;
}

/// The parts of a loop that a statement inside cuts, also where full strips end, may have one iteration each.
bool is_generated_in_parts(const poly::Scop& scop, const Place& loop) {
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const poly::Statement& s) {
    return in_same_loop(s, *loop.statement, loop.level) && (!s.cuts.empty() || s.loops[loop.level].stripping);
  });
}

bool has_instance(const poly::LoopNode& node, const std::function<bool(int compute)>& is_wanted) {
  if (node.kind == poly::LoopNode::Kind::instance) return is_wanted(node.compute);
  return std::any_of(node.body.begin(), node.body.end(),
                     [&](const poly::LoopNode& child) { return has_instance(child, is_wanted); });
}

/// Whether some generated loop of the level holds the statement and a write of the array. Where an iteration differs
/// from others by a guard, isl may write iterations out one by one.
bool is_generated(poly::Scop scop, int own, int level, int array) {
  for (poly::Statement& statement : scop.statements) statement.fact_requests.clear();
  const auto tree = poly::generate_loops(scop);
  if (!tree) return false;
  const std::function<bool(const poly::LoopNode&)> holds_both = [&](const poly::LoopNode& node) {
    const bool found = node.kind == poly::LoopNode::Kind::loop && node.level == level &&
                       has_instance(node, [&](int compute) { return compute == own; }) &&
                       has_instance(node, [&](int compute) { return scop.statements[compute].write.array == array; });
    return found || std::any_of(node.body.begin(), node.body.end(), holds_both);
  };
  const auto in_body = [&](const std::vector<poly::LoopNode>& body) {
    return std::any_of(body.begin(), body.end(), holds_both);
  };
  return in_body(tree->roots) || std::any_of(tree->routines.begin(), tree->routines.end(),
                                             [&](const poly::Routine& routine) { return in_body(routine.body); });
}

/// No loop of the name is left, or it does not write the array, or no two iterations side by side run the
/// same statements, the one that was named and a writing one among them: then isl leaves no loop that does.
Disproof disprove_no_loop_left(const poly::Scop& scop, const Place& loop, int array,
                               const std::vector<TimedTouch>& touches) {
  const bool writes = std::any_of(touches.begin(), touches.end(), [](const auto& touch) { return touch.writes; });
  if (!writes) return std::nullopt;
  if (is_generated_in_parts(scop, loop)) return std::nullopt;
  const int own = static_cast<int>(loop.statement - scop.statements.data());
  for (const auto& [outside, values] : runs_of(scop, loop)) {
    const std::set<int>* before = nullptr;
    std::int64_t last = 0;
    for (const auto& [value, statements] : values) {
      const bool writing = std::any_of(statements.begin(), statements.end(),
                                       [&](int s) { return scop.statements[s].write.array == array; });
      const bool repeats = before && value == last + 1 && writing && statements.contains(own) && *before == statements;
      if (repeats && is_generated(scop, own, loop.level, array)) return "the loop repeats and writes the array";
      before = &statements;
      last = value;
    }
  }
  return std::nullopt;
}

/// Whether the reading statement is none of the program: a buffer's copy, which moves a box.
bool read_by_copy(const Refused& refused) {
  return std::any_of(refused.error.notes.begin(), refused.error.notes.end(), [&](const Diagnostic::Note& note) {
    const auto reader = match(note.text, "^\"(\\w+)\" reads it$");
    return reader && refused.scop.program->find_compute((*reader)[0]) < 0;
  });
}

/// By dimension of an array, the least and the greatest index.
using Box = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Of all that an iteration touches.
std::optional<Box> box_of(const std::vector<TimedTouch>& touches, const Vector& iteration) {
  std::optional<Box> box;
  for (const TimedTouch& touch : touches) {
    if (touch.time != iteration) continue;
    const Vector& index = touch.element.second;
    if (!box) box.emplace(index.size(), std::pair{INT64_MAX, INT64_MIN});
    for (std::size_t d = 0; d < index.size(); ++d) {
      (*box)[d].first = std::min((*box)[d].first, index[d]);
      (*box)[d].second = std::max((*box)[d].second, index[d]);
    }
  }
  return box;
}

bool meet_in_boxes(const std::vector<TimedTouch>& touches, const Vector& writing, const Vector& reading) {
  const auto first = box_of(touches, writing), second = box_of(touches, reading);
  if (!first || !second) return false;
  for (std::size_t d = 0; d < first->size(); ++d) {
    if ((*first)[d].first > (*second)[d].second || (*second)[d].first > (*first)[d].second) return false;
  }
  return true;
}

/// Either the loop does not write the array, or an iteration reads what the one just before it wrote.
Disproof disprove_no_fact(const Refused& refused) {
  const auto* directive = std::get_if<DependenceFact>(&refused.directive.primitive);
  if (!directive) return "it blames another directive";
  // Elements of a channel share cells.
  if (refused.scop.hardware.automatic_channels) return std::nullopt;
  // Two iterations may share a word of which each uses elements of its own.
  const auto& packs = refused.scop.hardware.packs;
  const int array = refused.scop.program->find_array(directive->array);
  if (std::any_of(packs.begin(), packs.end(), [&](const poly::PackMark& mark) { return mark.array == array; }))
    return std::nullopt;
  const poly::Statement& statement = refused.scop.statements[refused.scop.program->find_compute(directive->compute)];
  Place loop{&statement, directive->loop.level};
  if (!directive->loop.name.empty()) {
    loop = place_of(refused.scop, statement.name, directive->loop.name);
  } else if (const auto mark = std::find_if(statement.fact_requests.begin(), statement.fact_requests.end(),
                                            [&](const auto& r) { return r.at.line == refused.error.at.line; });
             mark != statement.fact_requests.end()) {
    loop = place_of(refused.scop, statement.name, mark->loop);  // its level may have changed since
  }
  const bool gone = refused.error.message.find("left no such loop") != std::string::npos;
  if (!loop.statement) return gone ? Disproof() : Disproof("there is no such loop");
  const auto touches = touches_inside(refused.scop, loop, array);
  if (gone) return disprove_no_loop_left(refused.scop, loop, array, touches);
  if (refused.error.message.find("does not write it") != std::string::npos) {
    const bool writes = std::any_of(touches.begin(), touches.end(), [](const auto& touch) { return touch.writes; });
    return writes ? Disproof("the loop writes it") : std::nullopt;
  }
  const auto claim =
      match(refused.error.message, "iteration \\(([^)]*)\\) (?:writes|may write) an .* iteration \\(([^)]*)\\) reads");
  if (!claim) return unclear(refused);
  const Vector writing = numbers((*claim)[0]), reading = numbers((*claim)[1]);
  // The loops around may differ: the tool may make one loop of a perfect nest.
  if (writing >= reading) return "the writing iteration is not the earlier one";
  for (const TimedTouch& write : touches) {
    if (!write.writes || write.time != writing) continue;
    for (const TimedTouch& read : touches) {
      if (!read.writes && read.time == reading && read.element == write.element) return std::nullopt;
    }
  }
  if (read_by_copy(refused) && meet_in_boxes(touches, writing, reading)) return std::nullopt;
  return "the iterations do not meet in an element: " + refused.error.message;
}

}  // namespace

Disproof disprove_peel(const Refused& refused) {
  const auto claim = match(refused.error.message, "^peel of \"(\\w+)\" by (-?\\d+): loop (\\w+) would");
  if (!claim) return unclear(refused);
  const Place loop = place_of(refused.scop, (*claim)[0], (*claim)[2]);
  if (!loop.statement) return "there is no such loop";
  const std::int64_t count = std::abs(std::stoll((*claim)[1]));
  for (const auto& [outside, values] : values_of(loop)) {
    if (*values.rbegin() - *values.begin() >= count) return "an iteration is left";
  }
  return std::nullopt;
}

const DisproofsByCode& loop_disproofs() {
  static const DisproofsByCode all = {
      {"already-fused", disprove_already_fused},
      {"no-dependence-fact", disprove_no_fact},
      {"no-full-strip", disprove_no_full_strip},
      {"not-a-strip", disprove_not_a_strip},
      {"nothing-to-distribute", disprove_nothing_to_distribute},
  };
  return all;
}

}  // namespace pom::fuzz
