#include "polyhedral/analysis/legality.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// The pairs of `relation` (over scheduled iteration vectors) whose sink does not run after its source. Walks the
/// interleaved order (position[0], l0, position[1], l1, …); what is decided at one level leaves the walk.
isl::map reversed_pairs(isl::map relation, const Statement& source, const Statement& sink) {
  isl::map reversed = isl::map::empty(relation.space());
  const std::size_t depth = std::min(source.loops.size(), sink.loops.size());
  for (std::size_t level = 0;; ++level) {
    if (source.position[level] < sink.position[level]) return reversed;
    if (source.position[level] > sink.position[level]) return reversed.unite(relation);
    if (level == depth) return reversed.unite(relation);  // equal vectors of different instances: not one order
    reversed = reversed.unite(keep_decreasing(relation, level, level));
    relation = keep_equal(relation, level, level);
    if (relation.is_empty()) return reversed;
  }
}

/// True when the positions alone put all of source before all of sink: the common case between the layers of a network.
bool runs_entirely_before(const Statement& source, const Statement& sink) {
  return source.position.front() < sink.position.front();
}

Violation describe(const Dependence& dependence, const isl::map& pairs, const Scop& scop) {
  const Statement &from = scop.statements[dependence.source], &to = scop.statements[dependence.sink];
  const std::vector<std::int64_t> both = *first_point(set_names(pairs.wrap().flatten(), "", {}));
  Violation violation{&dependence,
                      {both.begin(), both.begin() + from.domain.tuple_dim()},
                      {both.begin() + from.domain.tuple_dim(), both.end()},
                      {},
                      first_parameters(pairs.wrap()),
                      false};
  const auto elements = [&](const Statement& statement, const std::vector<std::int64_t>& at, bool reads) {
    const isl::set instance = point_set(statement.domain, at).intersect_params(pairs.domain().params());
    if (!reads) return instance.apply(statement.write.relation);
    std::optional<isl::set> touched;
    for (const AccessRelation& read : statement.reads) {
      if (read.array != dependence.array) continue;
      const isl::set elements = instance.apply(read.relation);
      touched = touched ? touched->unite(elements) : elements;
    }
    return touched.value();
  };
  const isl::set first = elements(from, violation.source, dependence.kind == DependenceKind::anti);
  const isl::set second = elements(to, violation.sink, dependence.kind == DependenceKind::flow);
  if (const auto common = first_point(first.intersect(second))) violation.element = *common;
  return violation;
}

std::optional<Violation> test_order(const Scop& scop, const Dependence& dependence) {
  const Statement &from = scop.statements[dependence.source], &to = scop.statements[dependence.sink];
  if (runs_entirely_before(from, to)) return std::nullopt;
  const isl::map scheduled = dependence.relation.apply_domain(from.loop_map).apply_range(to.loop_map);
  const isl::map reversed = reversed_pairs(scheduled, from, to);
  if (reversed.is_empty()) return std::nullopt;
  const isl::map pairs = reversed.apply_domain(from.loop_map.reverse()).apply_range(to.loop_map.reverse());
  return describe(dependence, pairs.intersect(dependence.relation), scop);
}

}  // namespace

std::optional<Violation> find_violation(const Scop& scop, const Dependence& dependence) {
  StepPool pool{legality_steps};
  return find_violation(scop, dependence, pool);
}

std::optional<Violation> find_violation(const Scop& scop, const Dependence& dependence, StepPool& pool,
                                        unsigned long most) {
  std::optional<Violation> violation;
  if (!try_within(dependence.relation.ctx(), pool, most, [&] { violation = test_order(scop, dependence); })) {
    violation = Violation{&dependence, {}, {}, {}, {}, true};
  }
  return violation;
}

std::optional<Violation> ViolationFinder::find(const Dependence& dependence) {
  std::vector<isl::map>& kept = kept_[{dependence.source, dependence.sink}];
  const auto is_known = [&](const isl::map& relation) { return is_plainly_equal(relation, dependence.relation); };
  if (std::any_of(kept.begin(), kept.end(), is_known)) return std::nullopt;
  if (added_ < most_further_steps) {
    pool_.left += further_steps;
    added_ += further_steps;
  }
  auto violation = find_violation(scop_, dependence, pool_);
  if (!violation) kept.push_back(dependence.relation);
  return violation;
}

std::optional<Violation> first_violated_dependence(const Scop& scop, const Dependences& dependences) {
  ViolationFinder finder(scop);
  for (const Dependence& dependence : dependences.enforced) {
    if (auto violation = finder.find(dependence)) return violation;
  }
  return std::nullopt;
}

}  // namespace pom::poly
