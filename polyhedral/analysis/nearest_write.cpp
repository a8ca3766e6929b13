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

isl::map nearest(const isl::map& candidates, Search search) {
  return search == Search::forward ? candidates.lexmin() : candidates.lexmax();
}

/// What more loops have in common is nearer: an instance that found its write there needs none of a loop further out.
isl::map nearest_by_level(const std::vector<isl::map>& levels, const isl::map& like, Search search) {
  isl::map found = isl::map::empty(like.space());
  isl::set left = like.domain();
  for (std::size_t n = levels.size(); n-- > 0;) {
    const isl::map part = join_pieces(levels[n].intersect_domain(left));
    if (part.is_empty()) continue;
    found = found.unite(nearest(part, search));
    left = join_pieces(left.subtract(part.domain()));
    if (left.is_empty()) break;
  }
  return found;
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

/// Of one writer; in the nests of others, where no loop is shared, all of its instances come before or after.
isl::map NearestWrite::nearest_of(int writer, const isl::map& access, const Wanted& wanted) const {
  const Statement &from = scop_.statements[wanted.statement], &to = scop_.statements[writer];
  const isl::map pairs = access.apply_range(to.write.relation.intersect_domain(to.domain).reverse());
  if (from.position.front() != to.position.front()) return pairs.is_empty() ? pairs : nearest(pairs, wanted.search);
  const std::vector<isl::map> levels = split_by_level(pairs, from, to, wanted.search, wanted.includes_itself);
  if (wanted.method == Method::by_level) return nearest_by_level(levels, pairs, wanted.search);
  const isl::map ordered = unite_all(pairs, levels);
  return ordered.is_empty() ? ordered : nearest(ordered, wanted.search);
}

/// The writers that run in the same iteration of all loops of the access, once each, nearest first. Ends at one that
/// has loops of its own there.
std::vector<int> NearestWrite::list_same_iteration(int nest, const Wanted& wanted) const {
  const Statement& self = scop_.statements[wanted.statement];
  const std::size_t depth = self.loops.size();
  std::vector<int> writers;
  for (int writer : writers_by_nest_.at(nest)) {
    const Statement& other = scop_.statements[writer];
    const bool inside = writer != wanted.statement && count_shared_loops(self, other) == static_cast<int>(depth);
    const bool follows = inside && (wanted.search == Search::forward ? other.position[depth] > self.position[depth]
                                                                     : other.position[depth] < self.position[depth]);
    if (follows) writers.push_back(writer);
  }
  std::sort(writers.begin(), writers.end(), [&](int a, int b) {
    const int first = scop_.statements[a].position[depth], second = scop_.statements[b].position[depth];
    return wanted.search == Search::forward ? first < second : first > second;
  });
  const auto loops_inside = [&](int writer) { return scop_.statements[writer].loops.size() > depth; };
  writers.erase(std::find_if(writers.begin(), writers.end(), loops_inside), writers.end());
  const std::vector<int>& all = writers_by_nest_.at(nest);
  if (wanted.includes_itself && std::find(all.begin(), all.end(), wanted.statement) != all.end())
    writers.insert(writers.begin(), wanted.statement);
  return writers;
}

/// What is written in the same iteration is nearest. In a nest of many statements that is nearly everything, and found
/// without a look at the others.
std::map<int, isl::map> NearestWrite::find_by_level(int nest, const isl::map& access, const Wanted& wanted) const {
  const Statement& self = scop_.statements[wanted.statement];
  if (self.position.front() != nest) return find_among_all(nest, access, wanted);
  std::map<int, isl::map> found;
  isl::map rest = access;
  for (int writer : list_same_iteration(nest, wanted)) {
    const Statement& other = scop_.statements[writer];
    isl::map same = rest.apply_range(other.write.relation.intersect_domain(other.domain).reverse());
    for (unsigned level = 0; level < self.loops.size(); ++level) same = keep_equal(same, level, level);
    if (same.is_empty()) continue;
    found.emplace(writer, same);
    rest = rest.intersect_domain(join_pieces(rest.domain().subtract(same.domain())));
    if (rest.is_empty()) return found;
  }
  for (auto& [writer, relation] : find_among_all(nest, rest, wanted)) {
    const auto [entry, fresh] = found.emplace(writer, relation);
    if (!fresh) entry->second = entry->second.unite(relation);
  }
  return found;
}

std::map<int, isl::map> NearestWrite::find_in_nest(int nest, const isl::map& access, const Wanted& wanted) const {
  return wanted.method == Method::by_level ? find_by_level(nest, access, wanted) : find_among_all(nest, access, wanted);
}

std::map<int, isl::map> NearestWrite::find_among_all(int nest, const isl::map& access, const Wanted& wanted) const {
  std::map<int, isl::map> all;
  for (int writer : writers_by_nest_.at(nest)) {
    // Instances of one statement run in the order of their iteration vectors.
    const isl::map own = nearest_of(writer, access, wanted);
    if (!own.is_empty()) all.emplace(writer, own);
  }
  if (all.size() <= 1) return all;

  std::size_t depth = 0;
  for (const auto& [writer, pairs] : all) depth = std::max(depth, scop_.statements[writer].loops.size());
  std::optional<isl::map> times;
  for (const auto& [writer, pairs] : all) {
    const isl::map timed = pairs.apply_range(time_in_nest(scop_.statements[writer], depth));
    times = times ? times->unite(timed) : timed;
  }
  const isl::map best = nearest(*times, wanted.search);
  std::map<int, isl::map> result;
  for (const auto& [writer, pairs] : all) {
    const isl::map own = best.apply_range(time_in_nest(scop_.statements[writer], depth).reverse());
    if (!own.is_empty()) result.emplace(writer, own);
  }
  return result;
}

}  // namespace pom::poly
