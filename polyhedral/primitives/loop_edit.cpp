#include "polyhedral/primitives/loop_edit.hpp"

#include <algorithm>
#include <set>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/note_of_mark.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

std::string list_loops(const Statement& statement) {
  std::string text;
  for (const ScheduledLoop& loop : statement.loops) text += (text.empty() ? "(" : ", ") + loop.name;
  return text.empty() ? "()" : text + ")";
}

int find_name(const Statement& statement, const std::string& name) {
  const auto found = std::find_if(statement.loops.begin(), statement.loops.end(),
                                  [&](const ScheduledLoop& loop) { return loop.name == name; });
  return found == statement.loops.end() ? -1 : static_cast<int>(found - statement.loops.begin());
}

void explain_vanished(Diagnostic& error, const Statement& statement, const std::string& name) {
  for (const VanishedLoop& gone : statement.vanished) {
    if (gone.name != name) continue;
    std::string successors;
    for (const std::string& successor : gone.successors) successors += (successors.empty() ? "" : " and ") + successor;
    error.notes.push_back({name + " became " + successors, gone.at});
  }
}

/// The loop that alone stands where directives replaced one of this name, one after the other; empty: several do.
std::string only_successor(const Statement& statement, std::string name) {
  for (const VanishedLoop& gone : statement.vanished) {
    if (gone.name != name) continue;
    if (gone.successors.size() != 1) return {};
    name = gone.successors.front();
  }
  return find_name(statement, name) < 0 ? std::string() : name;
}

/// The constant that the loop starts from whatever the loops outside it are, else 0.
std::int64_t constant_lower_bound(const Statement& statement, int level) {
  const isl::set head = keep_first(statement.loop_map.range(), level + 1);
  const isl::set starts = keep_only(head.lexmin(), level);
  if (level == 0) return minimum(starts, 0).value_or(0);
  // { outer loops -> level }: its smallest image for each outer iteration.
  std::string in;
  for (int d = 0; d < level; ++d) in += (d ? ",l" : "l") + std::to_string(d);
  const isl::map project(head.ctx(), "{ [" + in + ",x] -> [" + in + "] }");
  const isl::map by_outer = project.intersect_domain(head).reverse().lexmin();
  const isl::set first = keep_only(by_outer.range(), level);
  return first.is_singleton() ? *minimum(first, 0) : 0;
}

/// Where the first strip starts: at the loop's constant lower bound, so that only the last strip can be partial.
/// Statements that share the loop start together, or their strips would not line up: where one of them is already split
/// by the same length, at its origin, else at the least of their lower bounds.
std::int64_t strip_origin(const Scop& scop, const Statement& statement, int level, std::int64_t length) {
  std::int64_t origin = constant_lower_bound(statement, level);
  for (const Statement& other : scop.statements) {
    if (&other == &statement || !share_loop(statement, other, level)) continue;
    const auto& stripping = other.loops[level].stripping;
    if (stripping && stripping->length == length) return stripping->origin;
    origin = std::min(origin, constant_lower_bound(other, level));
  }
  return origin;
}

}  // namespace

std::vector<std::string> same_loops(const Statement& statement) {
  std::vector<std::string> outputs;
  for (std::size_t d = 0; d < statement.loops.size(); ++d) outputs.push_back("l" + std::to_string(d));
  return outputs;
}

Statement& statement_of(Scop& scop, const std::string& compute) {
  return scop.statements.at(scop.program->find_compute(compute));
}

const Statement& statement_of(const Scop& scop, const std::string& compute) {
  return scop.statements.at(scop.program->find_compute(compute));
}

Result<int> find_loop(const Statement& statement, const LoopRef& loop, const Location& at) {
  const int level = level_of(statement, loop);
  if (level >= 0) return level;
  Diagnostic error{Severity::error, "unknown-loop", "", at, {}, ""};
  if (loop.name.empty()) {
    error.message = "\"" + statement.name + "\" has no loop level " + std::to_string(loop.level) + "\nits loops are " +
                    list_loops(statement) + ", level 0 is outermost";
    return error;
  }
  error.message = "\"" + statement.name + "\" has no loop " + loop.name + "\nits loops are " + list_loops(statement);
  explain_vanished(error, statement, loop.name);
  const std::string successor = only_successor(statement, loop.name);
  if (!successor.empty()) error.fix = {loop.name, successor};
  return error;
}

int level_of(const Statement& statement, const LoopRef& loop) {
  if (!loop.name.empty()) return find_name(statement, loop.name);
  return loop.level >= 0 && loop.level < static_cast<int>(statement.loops.size()) ? loop.level : -1;
}

Status check_unmarked(const Statement& statement, int level, const char* verb, const Location& at) {
  const ScheduledLoop& loop = statement.loops[level];
  if (!loop.pipeline && !loop.unroll && !loop.flatten_off) return std::nullopt;
  const char* mark = loop.pipeline ? "pipelined" : loop.unroll ? "unrolled" : "kept apart";
  const Location& marked = loop.pipeline ? loop.pipeline->at : loop.unroll ? loop.unroll->at : *loop.flatten_off;
  Diagnostic error{Severity::error,
                   "marked-loop",
                   std::string("cannot ") + verb + " loop " + loop.name + " of \"" + statement.name + "\": it is " +
                       mark + "\n" + verb + " it before it is " + mark + ", and mark the new loop",
                   at,
                   {},
                   ""};
  error.notes.push_back(note_of_mark(loop.name + " is " + mark, marked));
  return error;
}

Status check_new_names(const Statement& statement, const std::vector<int>& replaced,
                       const std::vector<std::string>& added, const dsl::Function& program, const Location& at) {
  if (program.first_release_rules) return std::nullopt;
  std::set<std::string> taken;
  for (int level = 0; level < static_cast<int>(statement.loops.size()); ++level) {
    if (std::find(replaced.begin(), replaced.end(), level) == replaced.end()) taken.insert(statement.loops[level].name);
  }
  for (const std::string& name : added) {
    if (taken.insert(name).second) continue;
    return Diagnostic{Severity::error,
                      "duplicate-loop-name",
                      "\"" + statement.name + "\" would have two loops named " + name,
                      at,
                      {},
                      ""};
  }
  return std::nullopt;
}

Status check_values(const Statement& statement, const std::vector<std::int64_t>& factors, std::int64_t offset,
                    const std::string& what, const Location& at) {
  // A loop that counts as far runs for hours at any clock, and isl's integers get long with its coefficients.
  constexpr __int128 limit = std::int64_t{1} << 39;
  const isl::set values = statement.loop_map.range();
  __int128 low = offset, high = offset;
  for (std::size_t level = 0; level < factors.size(); ++level) {
    if (factors[level] == 0) continue;
    // Bounds have 32 bits where nothing better is known.
    const std::int64_t least = minimum(values, static_cast<unsigned>(level)).value_or(-(std::int64_t{1} << 31)),
                       greatest = maximum(values, static_cast<unsigned>(level)).value_or(std::int64_t{1} << 31);
    const __int128 one = __int128{factors[level]} * least, other = __int128{factors[level]} * greatest;
    low += std::min(one, other);
    high += std::max(one, other);
  }
  if (low >= -limit && high < limit) return std::nullopt;
  return make_error("bad-factor", what + ": the values of the new loop need more than 40 bits", at);
}

std::string outer_name(const Statement& statement, int level, const std::string& given) {
  return given.empty() ? join_names({statement.loops[level].name, "0"}) : given;
}

std::string inner_name(const Statement& statement, int level, const std::string& given) {
  return given.empty() ? join_names({statement.loops[level].name, "1"}) : given;
}

void transform_loops(Statement& statement, const std::vector<std::string>& outputs, const std::string& where) {
  const unsigned count = dimension_count(statement.loop_map, Side::range);
  std::string in, out;
  for (unsigned d = 0; d < count; ++d) in += (d ? ",l" : "l") + std::to_string(d);
  for (std::size_t d = 0; d < outputs.size(); ++d) out += (d ? "," : "") + outputs[d];
  const isl::map change(statement.domain.ctx(), "{ [" + in + "] -> [" + out + "] : " + where + " }");
  statement.loop_map = statement.loop_map.apply_range(change);
}

void strip_mine(const Scop& scop, Statement& statement, int level, std::int64_t length, std::string outer,
                std::string inner, const Location& at) {
  const std::int64_t origin = strip_origin(scop, statement, level, length);
  std::vector<std::string> outputs = same_loops(statement);
  const std::string old_iterator = outputs[level], factor = std::to_string(length);
  outputs[level] = "strip";
  outputs.insert(outputs.begin() + level + 1, "within");
  // An equation, no floor division: isl takes less time for loops without divisions.
  transform_loops(
      statement, outputs,
      old_iterator + " = " + std::to_string(origin) + " + " + factor + "*strip + within and 0 <= within < " + factor);
  const std::string old = statement.loops[level].name;
  forget_strips(statement, old);
  if (scop.program->first_release_rules) {
    const std::string wanted_inner = inner, wanted_outer = outer;
    for (int n = 2; inner == outer || (inner != old && find_name(statement, inner) >= 0); ++n)
      inner = join_names({wanted_inner, std::to_string(n)});
    for (int n = 2; outer != old && find_name(statement, outer) >= 0; ++n)
      outer = join_names({wanted_outer, std::to_string(n)});
  }
  statement.vanished.push_back({old, {outer, inner}, at});
  statement.loops[level] = {outer, at, {}, {}, {}, Stripping{origin, length}};
  statement.loops.insert(statement.loops.begin() + level + 1, {inner, at, {}, {}, Strip{outer, length}, {}});
  statement.position.insert(statement.position.begin() + level + 1, 0);
}

void permute_loops(Statement& statement, const std::vector<int>& order) {
  std::vector<std::string> outputs;
  std::vector<ScheduledLoop> loops;
  for (int old : order) {
    outputs.push_back("l" + std::to_string(old));
    loops.push_back(statement.loops[old]);
  }
  transform_loops(statement, outputs);
  statement.loops = std::move(loops);
}

void rename_loop(Statement& statement, int level, const std::string& name, const Location& at) {
  ScheduledLoop& loop = statement.loops[level];
  forget_strips(statement, loop.name);
  if (loop.name != name) statement.vanished.push_back({loop.name, {name}, at});
  loop = {name, at, {}, {}, {}, {}};
}

void forget_strips(Statement& statement, const std::string& name) {
  for (ScheduledLoop& loop : statement.loops) {
    if (loop.strip && loop.strip->outer == name) loop.strip.reset();
  }
}

}  // namespace pom::poly
