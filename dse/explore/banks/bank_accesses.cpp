#include "dse/explore/banks/bank_accesses.hpp"

#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "dse/estimate/blocks/known_condition.hpp"
#include "dse/estimate/graph/hash.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

namespace {

class AccessCollector {
 public:
  AccessCollector(const Function& function, const Unit& unit) : function_(function), found_(function.arrays.size()) {
    for (const UnitLoop& loop : unit.loops) running_.insert(loop.label);
  }

  void walk(const std::vector<Node>& body, bool inside) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::loop) walk_loop(node.loop, inside);
      if (node.kind == Node::Kind::branch) {
        if (inside) read(node.branch.condition);
        walk(node.branch.then, inside);
        walk(node.branch.otherwise, inside);
      }
      if (node.kind == Node::Kind::assignment && inside) {
        read(node.assignment.value);
        for (const Index& index : node.assignment.indices) read(index.value);
        add(node.assignment.array, node.assignment.indices, Write::yes);
      }
    }
  }

  std::vector<Accesses> take() {
    for (Accesses& accesses : found_) accesses.settle();
    return std::move(found_);
  }

 private:
  enum class Write { no, yes };
  using Shape = std::vector<std::vector<Index::Term>>;

  /// A copy's value, or the loop while it runs.
  struct LoopState {
    std::optional<std::int64_t> value;
    const Loop* running = nullptr;
  };

  LoopState& at(int loop) {
    if (static_cast<std::size_t>(loop) >= loops_.size()) loops_.resize(static_cast<std::size_t>(loop) + 1);
    return loops_[loop];
  }

  void walk_loop(const Loop& loop, bool inside) {
    if (inside || loop.unroll) {
      for (std::int64_t n = 0; n < loop.trip.max; ++n) {
        estimate::Linear value;
        value.constant = (loop.lower.empty() ? 0 : loop.lower.front().constant) + n * loop.step;
        at(loop.id).value = value.constant;
        unrolling_.bind(loop.id, value);
        walk(loop.body, true);
      }
      at(loop.id).value.reset();
      unrolling_.unbind(loop.id);
      return;
    }
    if (!running_.contains(loop.label)) return;  // another unit's
    at(loop.id).running = &loop;
    const bool known = loop.lower.size() == 1 && loop.lower.front().is_constant();
    unrolling_.run(loop.id, {known ? loop.lower.front().constant : 0, loop.step, loop.trip.max, known});
    walk(loop.body, loop.pipeline.has_value());
    at(loop.id).running = nullptr;
    unrolling_.unbind(loop.id);
  }

  void read(int expression) {
    visit_parts(function_, expression, [&](const Expression& e) {
      if (e.op == OpKind::load) add(e.array, e.indices, Write::no);
    });
  }

  void add(int array, const std::vector<Index>& indices, Write write) {
    Accesses& accesses = found_[array];
    if (indices.empty() || indices.size() > most_dimensions) {
      accesses.unknown = true;
      return;
    }
    strides_.assign(indices.size(), 0);
    Element element;
    element.writes = write == Write::yes;
    Shape& shape = shape_of_rank_[indices.size()];
    shape.resize(indices.size());
    for (std::size_t d = 0; d < indices.size(); ++d) {
      shape[d].clear();
      const Index resolved = indices[d].opaque ? in_copy(indices[d]) : Index{};
      const Index& index = indices[d].opaque ? resolved : indices[d];
      const bool is_told = !index.opaque && index.divisions.empty();
      accesses.untold[d] = accesses.untold[d] || !is_told;
      element.offsets[d] = is_told ? split(index, shape[d], strides_[d]) : number_of(index);
    }
    const auto at = std::find(accesses.shapes.begin(), accesses.shapes.end(), shape);
    element.shape = static_cast<int>(at - accesses.shapes.begin());
    if (at == accesses.shapes.end()) {
      accesses.shapes.push_back(shape);
      accesses.strides.push_back(strides_);
    }
    accesses.elements.push_back(element);
  }

  /// An index at the border of a picture is a number in many a copy.
  Index in_copy(const Index& index) {
    if (index.value < 0) return index;
    const auto known = estimate::known_value(function_, index.value, unrolling_);
    if (!known || known->opaque) return index;
    Index sum;
    sum.constant = known->constant;
    sum.terms.assign(known->terms.begin(), known->terms.begin() + known->count);
    return sum;
  }

  /// The same for indices that are computed alike in copies of equal values.
  std::int64_t number_of(const Index& index) {
    looked_at_ = 0;
    return static_cast<std::int64_t>(hash_of(index) >> 2);  // not negative, and with room for differences
  }

  std::uint64_t hash_of_loop(int loop) {
    const auto& value = at(loop).value;
    return value ? estimate::mix(1, static_cast<std::uint64_t>(*value)) : estimate::mix(2, static_cast<unsigned>(loop));
  }

  std::uint64_t hash_of(const Index& index) {
    std::uint64_t hash = static_cast<std::uint64_t>(index.constant);
    if (index.opaque) return index.value < 0 ? ++apart_ : hash_of(index.value);
    for (const Index::Term& term : index.terms)
      hash = estimate::mix(hash, estimate::mix(hash_of_loop(term.loop), static_cast<std::uint64_t>(term.coefficient)));
    for (const Index::Division& division : index.divisions) {
      hash = estimate::mix(estimate::mix(hash, hash_of(division.inner)), static_cast<std::uint64_t>(division.divisor));
      hash = estimate::mix(hash, static_cast<std::uint64_t>(2 * division.coefficient + division.modulo));
    }
    return hash;
  }

  /// What is shared is looked at for each user: where that is much, nothing is known.
  std::uint64_t hash_of(int expression) {
    constexpr int most_expressions = 256;
    if (++looked_at_ > most_expressions) return ++apart_;
    const Expression& e = function_.expressions[expression];
    if (e.op == OpKind::iterator) return hash_of_loop(e.loop);
    std::uint64_t hash = estimate::mix(static_cast<std::uint64_t>(e.op), std::bit_cast<std::uint64_t>(e.constant));
    hash = estimate::mix(hash, static_cast<std::uint64_t>(e.array));
    for (const int operand : e.operands) hash = estimate::mix(hash, hash_of(operand));
    for (const Index& index : e.indices) hash = estimate::mix(hash, hash_of(index));
    return hash;
  }

  /// The known part of an index; the terms of loops that run go to `moving`, what they add to `stride`.
  std::int64_t split(const Index& index, std::vector<Index::Term>& moving, std::int64_t& stride) {
    std::int64_t offset = index.constant;
    for (const Index::Term& term : index.terms) {
      const auto& [value, loop] = at(term.loop);
      if (value) {
        offset += term.coefficient * *value;
        continue;
      }
      moving.push_back(term);
      const bool known = loop && loop->lower.size() == 1 && loop->lower.front().is_constant();
      if (known) offset += term.coefficient * loop->lower.front().constant;
      if (!loop || loop->trip.max > 1) stride = std::gcd(stride, term.coefficient * (known ? loop->step : 1));
    }
    return offset;
  }

  const Function& function_;
  std::set<std::string> running_;
  std::vector<LoopState> loops_;  ///< by Loop::id
  estimate::Unrolling unrolling_;
  std::uint64_t apart_ = 0;  ///< indices so far of which nothing is known
  int looked_at_ = 0;        ///< expressions, for the number of one index
  std::vector<Accesses> found_;
  std::array<Shape, most_dimensions + 1> shape_of_rank_;  ///< of the access that is looked at; kept for their room
  std::vector<std::int64_t> strides_;
};

}  // namespace

std::vector<Accesses> find_accesses(const Function& function, const Unit& unit) {
  AccessCollector collector(function, unit);
  collector.walk(function.body, false);
  return collector.take();
}

}  // namespace pom::dse::explore
