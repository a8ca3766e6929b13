#include "polyhedral/streaming/lanes.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

/// isl's steps for one FIFO: about a fifth of a second.
constexpr unsigned long lane_steps = 200'000;

/// One statement that sends or takes, and down to which loop its iterations follow each other.
struct End {
  const Statement& statement;
  isl::map elements;  ///< { S[…] -> [element] }
  unsigned running = 0;

  /// { [element] -> [l0, …] }
  isl::map times() const {
    return elements.reverse().apply_range(keep_first(statement.loop_map, Side::range, running));
  }
};

End make_end(const Statement& statement, const AccessRelation& access) {
  unsigned running = static_cast<unsigned>(statement.loops.size());
  for (unsigned level = 0; level < statement.loops.size(); ++level) {
    if (statement.loops[level].pipeline) running = std::min(running, level + 1);
  }
  const isl::map elements = access.relation.intersect_domain(statement.domain);
  return {statement, keep_first(elements, Side::range, dimension_count(elements, Side::range)), running};
}

/// The least modulus of each dimension that tells apart all tokens of one iteration; 1 where there is none.
std::vector<std::int64_t> moduli_of(const std::vector<End>& ends, const std::vector<std::int64_t>& shape) {
  std::optional<isl::set> differences;
  for (const End& end : ends) {
    for (const End& other : ends) {
      if (other.running != end.running) continue;
      const isl::set own = end.times().apply_range(other.times().reverse()).deltas();
      differences = differences ? differences->unite(own) : own;
    }
  }
  std::vector<std::int64_t> moduli;
  for (unsigned d = 0; d < shape.size(); ++d) {
    moduli.push_back(least_modulus(keep_only(*differences, d), shape[d]).value_or(1));
    if (moduli.back() > 1) differences = bound_above(bound_below(*differences, d, 0), d, 0);
  }
  return moduli;
}

/// Each copy of the statement in its pipelined loop meets one lane.
bool is_fixed(const End& end, unsigned dimension, std::int64_t modulus) {
  const unsigned loops = static_cast<unsigned>(end.statement.loops.size());
  const std::vector<std::string> names = numbered("l", loops);
  const std::string inside = listed({names.begin() + end.running, names.end()});
  const isl::map copies = end.statement.loop_map.apply_range(
      isl::map(end.elements.ctx(), "{ [" + listed(names) + "] -> [" + inside + "] }"));
  const std::string coordinates = listed("x", dimension_count(end.elements, Side::range));
  const isl::map lane(end.elements.ctx(), "{ [" + coordinates + "] -> [x" + std::to_string(dimension) + " mod " +
                                              std::to_string(modulus) + "] }");
  return copies.reverse().apply_range(end.elements).apply_range(lane).is_single_valued();
}

std::vector<std::int64_t> find(const std::vector<End>& sends, const std::vector<End>& takes,
                               const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> lanes = moduli_of(sends, shape);
  const std::vector<std::int64_t> taken = moduli_of(takes, shape);
  std::int64_t count = 1;
  for (unsigned d = 0; d < shape.size(); ++d) {
    lanes[d] = std::gcd(lanes[d], taken[d]);
    const auto fixed = [&](const End& end) { return is_fixed(end, d, lanes[d]); };
    const bool all = lanes[d] == 1 ||
                     (std::all_of(sends.begin(), sends.end(), fixed) && std::all_of(takes.begin(), takes.end(), fixed));
    if (!all || count * lanes[d] > most_lanes) lanes[d] = 1;
    count *= lanes[d];
  }
  return count > 1 ? lanes : std::vector<std::int64_t>{};
}

}  // namespace

std::vector<std::int64_t> find_lanes(const Scop& scop, int fifo) {
  std::vector<End> sends, takes;
  for (const Statement& statement : scop.statements) {
    if (statement.write.array == fifo) sends.push_back(make_end(statement, statement.write));
    for (const AccessRelation& read : statement.reads) {
      if (read.array == fifo) takes.push_back(make_end(statement, read));
    }
  }
  std::vector<std::int64_t> lanes;
  const std::vector<std::int64_t>& shape = scop.program->arrays[fifo]->shape;
  if (sends.empty() || takes.empty() || shape.empty()) return lanes;
  const auto search = [&] { lanes = find(sends, takes, shape); };
  return try_optional(scop.statements.front().domain.ctx(), lane_steps, search) ? lanes : std::vector<std::int64_t>{};
}

int most_in_a_lane(const dsl::Array& array, const std::vector<std::int64_t>& lanes, int tokens) {
  std::int64_t most = 1;
  for (std::size_t d = 0; d < lanes.size(); ++d) most *= (array.shape[d] + lanes[d] - 1) / lanes[d];
  return static_cast<int>(std::min<std::int64_t>(most, tokens));
}

}  // namespace pom::poly
