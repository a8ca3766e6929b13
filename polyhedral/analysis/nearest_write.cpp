#include "polyhedral/analysis/nearest_write.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// The pairs of `pairs` whose range instance runs after (forward) or before (backward) its domain instance.
isl::map keep_ordered(const isl::map& pairs, const Statement& from, const Statement& to, Search search,
                      bool includes_itself) {
  const bool same = &from == &to;
  const int shared = same ? static_cast<int>(from.loops.size()) : count_shared_loops(from, to);
  isl::map equal = pairs, ordered = isl::map::empty(pairs.space());
  for (int level = 0; level < shared; ++level) {
    ordered = ordered.unite(search == Search::forward ? keep_increasing(equal, level, level)
                                                      : keep_decreasing(equal, level, level));
    equal = keep_equal(equal, level, level);
  }
  const bool follows = !same && (search == Search::forward ? from.position[shared] < to.position[shared]
                                                           : from.position[shared] > to.position[shared]);
  return follows || (same && includes_itself) ? ordered.unite(equal) : ordered;
}

/// { S[i, j] -> [i, position[1], j, position[2], …] }, padded: the time of an instance inside its nest.
isl::map time_in_nest(const Statement& statement, std::size_t depth) {
  std::string in, out;
  for (std::size_t d = 0; d < depth; ++d) {
    const bool present = d < statement.loops.size();
    const std::string name = "x" + std::to_string(d);
    if (present) in += (d ? "," : "") + name;
    out += (d ? "," : "") + (present ? name : "0") + "," + (present ? std::to_string(statement.position[d + 1]) : "0");
  }
  const isl::map text(statement.domain.ctx(), "{ S[" + in + "] -> [" + out + "] }");
  return set_tuple(text, Side::domain, statement.name).intersect_domain(statement.domain);
}

isl::map nearest(const isl::map& candidates, Search search) {
  return search == Search::forward ? candidates.lexmin() : candidates.lexmax();
}

}  // namespace

isl::map ordered_conflicts(const Statement& earlier, const isl::map& earlier_access, const Statement& later,
                           const isl::map& later_access) {
  const isl::map first = earlier_access.intersect_domain(earlier.domain),
                 second = later_access.intersect_domain(later.domain);
  const isl::map pairs = first.apply_range(second.reverse());
  const int from = earlier.position.front(), to = later.position.front();
  if (from != to) return from < to ? pairs : isl::map::empty(pairs.space());
  return keep_ordered(pairs, earlier, later, Search::forward, false);
}

int count_shared_loops(const Statement& a, const Statement& b) {
  const std::size_t depth = std::min(a.loops.size(), b.loops.size());
  std::size_t shared = 0;
  while (shared < depth && a.position[shared] == b.position[shared]) ++shared;
  return static_cast<int>(shared);
}

NearestWrite::NearestWrite(const Scop& as_written, std::vector<int> writers) : scop_(as_written) {
  for (int writer : writers) writers_by_nest_[scop_.statements[writer].position.front()].push_back(writer);
}

std::map<int, isl::map> NearestWrite::find(int statement, const AccessRelation& access, Search search,
                                           bool includes_itself) const {
  const Statement& self = scop_.statements[statement];
  isl::map rest = access.relation.intersect_domain(self.domain);
  std::vector<int> nests;
  for (const auto& [nest, writers] : writers_by_nest_) nests.push_back(nest);
  if (search == Search::backward) std::reverse(nests.begin(), nests.end());
  std::map<int, isl::map> found;
  for (int nest : nests) {
    const int own = self.position.front();
    if (search == Search::forward ? nest < own : nest > own) continue;
    for (auto& [writer, relation] : find_in_nest(nest, statement, rest, search, includes_itself)) {
      rest = rest.subtract(rest.intersect_domain(relation.domain()));
      found.emplace(writer, relation);
    }
    if (rest.is_empty()) break;
  }
  return found;
}

isl::map NearestWrite::candidates(int writer, int statement, const isl::map& access, Search search,
                                  bool includes_itself) const {
  const Statement &from = scop_.statements[statement], &to = scop_.statements[writer];
  const isl::map pairs = access.apply_range(to.write.relation.intersect_domain(to.domain).reverse());
  if (from.position.front() != to.position.front()) return pairs;
  return keep_ordered(pairs, from, to, search, includes_itself);
}

std::map<int, isl::map> NearestWrite::find_in_nest(int nest, int statement, const isl::map& access, Search search,
                                                   bool includes_itself) const {
  const std::vector<int>& writers = writers_by_nest_.at(nest);
  std::map<int, isl::map> all;
  for (int writer : writers) {
    const isl::map pairs = candidates(writer, statement, access, search, includes_itself);
    if (!pairs.is_empty()) all.emplace(writer, pairs);
  }
  // Instances of one statement run in the order of their iteration vectors.
  if (all.size() == 1) all.begin()->second = nearest(all.begin()->second, search);
  if (all.size() <= 1) return all;

  std::size_t depth = 0;
  for (const auto& [writer, pairs] : all) depth = std::max(depth, scop_.statements[writer].loops.size());
  std::optional<isl::map> times;
  for (const auto& [writer, pairs] : all) {
    const isl::map timed = nearest(pairs, search).apply_range(time_in_nest(scop_.statements[writer], depth));
    times = times ? times->unite(timed) : timed;
  }
  const isl::map best = nearest(*times, search);
  std::map<int, isl::map> result;
  for (const auto& [writer, pairs] : all) {
    const isl::map own = best.apply_range(time_in_nest(scop_.statements[writer], depth).reverse());
    if (!own.is_empty()) result.emplace(writer, own);
  }
  return result;
}

}  // namespace pom::poly
