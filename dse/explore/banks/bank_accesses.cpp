#include "dse/explore/banks/bank_accesses.hpp"
#include "dse/kernel/visit_parts.hpp"

#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <string>

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
        at(loop.id).value = (loop.lower.empty() ? 0 : loop.lower.front().constant) + n * loop.step;
        walk(loop.body, true);
      }
      at(loop.id).value.reset();
      return;
    }
    if (!running_.contains(loop.label)) return;  // another unit's
    at(loop.id).running = &loop;
    walk(loop.body, loop.pipeline.has_value());
    at(loop.id).running = nullptr;
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
      if (indices[d].opaque || !indices[d].divisions.empty()) accesses.unknown = true;
      element.offsets[d] = split(indices[d], shape[d], strides_[d]);
    }
    const auto at = std::find(accesses.shapes.begin(), accesses.shapes.end(), shape);
    element.shape = static_cast<int>(at - accesses.shapes.begin());
    if (at == accesses.shapes.end()) {
      accesses.shapes.push_back(shape);
      accesses.strides.push_back(strides_);
    }
    accesses.elements.push_back(element);
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
