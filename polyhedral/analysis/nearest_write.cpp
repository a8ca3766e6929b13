#include "polyhedral/analysis/nearest_write.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// The pairs of `pairs` whose range instance runs after (forward) or before (backward) its domain instance, by the loop
/// that orders them, outermost first; at last those of one iteration of all shared loops.
std::vector<isl::map> split_by_level(const isl::map& pairs, const Statement& from, const Statement& to, Search search,
                                     bool includes_itself) {
  const bool same = &from == &to;
  const int shared = same ? static_cast<int>(from.loops.size()) : count_shared_loops(from, to);
  isl::map equal = pairs;
  std::vector<isl::map> levels;
  for (int level = 0; level < shared; ++level) {
    levels.push_back(search == Search::forward ? keep_increasing(equal, level, level)
                                               : keep_decreasing(equal, level, level));
    equal = keep_equal(equal, level, level);
  }
  const bool follows = !same && (search == Search::forward ? from.position[shared] < to.position[shared]
                                                           : from.position[shared] > to.position[shared]);
  if (follows || (same && includes_itself)) levels.push_back(equal);
  return levels;
}

isl::map unite_all(const isl::map& like, const std::vector<isl::map>& parts) {
  isl::map all = isl::map::empty(like.space());
  for (const isl::map& part : parts) all = all.unite(part);
  return all;
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

/// The pairs of one iteration of the outermost `loops` loops.
isl::map keep_iteration(isl::map pairs, int loops) {
  for (int level = 0; level < loops; ++level) pairs = keep_equal(pairs, level, level);
  return pairs;
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
  return unite_all(pairs, split_by_level(pairs, earlier, later, Search::forward, false));
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
                                           bool includes_itself, Method method) const {
  const Statement& self = scop_.statements[statement];
  isl::map rest = access.relation.intersect_domain(self.domain);
  std::vector<int> nests;
  for (const auto& [nest, writers] : writers_by_nest_) nests.push_back(nest);
  if (search == Search::backward) std::reverse(nests.begin(), nests.end());
  std::erase_if(nests, [&, own = self.position.front()](int nest) {
    return search == Search::forward ? nest < own : nest > own;
  });
  std::map<int, isl::map> found;
  for (const int nest : nests) {
    std::map<int, isl::map> here = find_in_nest(nest, rest, {statement, search, includes_itself, method});
    const bool last = nest == nests.back();  // nobody asks what is left behind it
    for (const auto& [writer, relation] : here) {
      if (!last) rest = rest.subtract(rest.intersect_domain(relation.domain()));
    }
    found.merge(here);
    if (last || rest.is_empty()) break;
  }
  return found;
}

/// The pairs of an access and what `writer` writes there.
isl::map NearestWrite::conflicts_with(int writer, const isl::map& access) const {
  const Statement& to = scop_.statements[writer];
  return access.apply_range(to.write.relation.intersect_domain(to.domain).reverse());
}

/// By how many loops they share with the access, from the most to none, writers run in the same iteration of those
/// loops, of which the nearest in the text come first, or in another iteration of the innermost of them. What is found
/// with more loops in common, or nearer in the text, is nearer in time: an instance that found its write there needs no
/// look at the others, which in a nest of many statements are nearly all.
std::map<int, isl::map> NearestWrite::find_by_level(int nest, const isl::map& access, const Wanted& wanted) const {
  const Statement& self = scop_.statements[wanted.statement];
  if (self.position.front() != nest) return find_among_all(nest, access, wanted);
  std::map<int, isl::map> found;
  isl::map rest = access;
  /// The nearest among these writers for what is left; false: nothing is left.
  const auto look_at = [&](const std::vector<int>& writers, const auto& keep) {
    std::map<int, isl::map> pairs;
    for (const int writer : writers) {
      const isl::map kept = keep(conflicts_with(writer, rest));
      if (!kept.is_empty()) pairs.emplace(writer, kept);
    }
    for (auto& [writer, relation] : nearest_among(std::move(pairs), wanted.search)) {
      rest = rest.intersect_domain(join_pieces(rest.domain().subtract(relation.domain())));
      const auto [entry, fresh] = found.emplace(writer, relation);
      if (!fresh) entry->second = entry->second.unite(relation);
    }
    return !rest.is_empty();
  };
  for (int level = static_cast<int>(self.loops.size()); level >= 0; --level) {
    const auto in_iteration = [&](const isl::map& pairs) { return keep_iteration(pairs, level); };
    for (const std::vector<int>& writers : list_beside(nest, level, wanted)) {
      if (!look_at(writers, in_iteration)) return found;
    }
    if (level == 0) break;
    const auto in_other_iteration = [&](const isl::map& pairs) {
      const isl::map same = keep_iteration(pairs, level - 1);
      return wanted.search == Search::forward ? keep_increasing(same, level - 1, level - 1)
                                              : keep_decreasing(same, level - 1, level - 1);
    };
    if (!look_at(list_inside(nest, level, wanted), in_other_iteration)) return found;
  }
  return found;
}

/// The writers that share `level` loops with the access and no more, in groups of one place of the text in the
/// iteration of those loops, nearest first.
std::vector<std::vector<int>> NearestWrite::list_beside(int nest, int level, const Wanted& wanted) const {
  const Statement& self = scop_.statements[wanted.statement];
  std::map<int, std::vector<int>> groups;  // by their distance in the text
  for (const int writer : writers_by_nest_.at(nest)) {
    const Statement& other = scop_.statements[writer];
    if (count_shared_loops(self, other) != level) continue;
    const int behind = other.position[level] - self.position[level];
    const int distance = wanted.search == Search::forward ? behind : -behind;
    if (distance > 0 || (writer == wanted.statement && wanted.includes_itself)) groups[distance].push_back(writer);
  }
  std::vector<std::vector<int>> nearest_first;
  for (auto& [distance, writers] : groups) nearest_first.push_back(std::move(writers));
  return nearest_first;
}

/// The writers, the access's own statement among them, that share at least `level` loops with it.
std::vector<int> NearestWrite::list_inside(int nest, int level, const Wanted& wanted) const {
  const Statement& self = scop_.statements[wanted.statement];
  std::vector<int> writers;
  for (const int writer : writers_by_nest_.at(nest)) {
    if (count_shared_loops(self, scop_.statements[writer]) >= level) writers.push_back(writer);
  }
  return writers;
}

std::map<int, isl::map> NearestWrite::find_in_nest(int nest, const isl::map& access, const Wanted& wanted) const {
  return wanted.method == Method::by_level ? find_by_level(nest, access, wanted) : find_among_all(nest, access, wanted);
}

/// In the nests of others, where no loop is shared, all instances come before or after.
std::map<int, isl::map> NearestWrite::find_among_all(int nest, const isl::map& access, const Wanted& wanted) const {
  const Statement& self = scop_.statements[wanted.statement];
  std::map<int, isl::map> all;
  for (const int writer : writers_by_nest_.at(nest)) {
    isl::map pairs = conflicts_with(writer, access);
    if (self.position.front() == nest)
      pairs = unite_all(pairs,
                        split_by_level(pairs, self, scop_.statements[writer], wanted.search, wanted.includes_itself));
    if (!pairs.is_empty()) all.emplace(writer, pairs);
  }
  return nearest_among(std::move(all), wanted.search);
}

/// Of several writers of one nest: for each access the pair that is nearest in time.
std::map<int, isl::map> NearestWrite::nearest_among(std::map<int, isl::map> pairs, Search search) const {
  // Instances of one statement run in the order of their iteration vectors.
  for (auto& [writer, own] : pairs) own = nearest(own, search);
  if (pairs.size() <= 1) return pairs;
  std::size_t depth = 0;
  for (const auto& [writer, own] : pairs) depth = std::max(depth, scop_.statements[writer].loops.size());
  std::optional<isl::map> times;
  for (const auto& [writer, own] : pairs) {
    const isl::map timed = own.apply_range(time_in_nest(scop_.statements[writer], depth));
    times = times ? times->unite(timed) : timed;
  }
  const isl::map best = nearest(*times, search);
  std::map<int, isl::map> result;
  for (const auto& [writer, own] : pairs) {
    const isl::map nearest_own = best.apply_range(time_in_nest(scop_.statements[writer], depth).reverse());
    if (!nearest_own.is_empty()) result.emplace(writer, nearest_own);
  }
  return result;
}

}  // namespace pom::poly
