#include "dse/estimate/frontend/loop_accesses.hpp"

#include <algorithm>

#include "dse/estimate/blocks/known_condition.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

bool index_names_loop(const Index& index, int loop) {
  return index.opaque || !index.divisions.empty() ||
         std::any_of(index.terms.begin(), index.terms.end(), [&](const Index::Term& t) { return t.loop == loop; });
}

/// Tells whether the loop only selects the bank: in an index ii + i with cyclic banks, ii advances by multiples of the
/// number of banks and i stays below it.
bool chooses_bank(const Array& array, std::size_t d, const Index& index, const Loop& loop) {
  if (d >= array.banking.size() || array.banking[d].kind != BankingKind::cyclic || array.banking[d].reshape)
    return false;
  const bool from_zero = loop.lower.size() == 1 && loop.lower.front().is_constant() && loop.lower.front().constant == 0;
  if (!from_zero || index.opaque || !index.divisions.empty() || index.constant != 0) return false;
  return std::all_of(index.terms.begin(), index.terms.end(), [&](const Index::Term& term) {
    if (term.loop != loop.id) return true;
    return term.coefficient == 1 && loop.step > 0 && loop.step * loop.trip.max <= array.banking[d].factor;
  });
}

}  // namespace

bool names_loop(const std::vector<Index>& element, int loop) {
  return std::any_of(element.begin(), element.end(), [&](const Index& index) { return index_names_loop(index, loop); });
}

LoopAccesses::LoopAccesses(const Function& function, const Loop& outer, const Loop& inner)
    : function_(function), outer_(outer), inner_(inner), pipelined_(inner.pipeline.has_value()) {
  run(outer);
  run(inner);
  walk(inner.body);
}

void LoopAccesses::run(const Loop& loop) { loops_.run(loop.id, symbol_of(loop, 1, loops_)); }

bool LoopAccesses::sums_up() const {
  return std::any_of(writes_.begin(), writes_.end(), [&](const Element& write) {
    return write.always && !names_loop(write.indices, inner_.id) && names_loop(write.indices, outer_.id) &&
           stays_below(write) && std::find(reads_.begin(), reads_.end(), write) != reads_.end();
  });
}

bool LoopAccesses::sums_up_over(const std::vector<const Loop*>& nest) const {
  return std::any_of(writes_.begin(), writes_.end(), [&](const Element& write) {
    const bool same =
        std::none_of(nest.begin(), nest.end(), [&](const Loop* loop) { return names_loop(write.indices, loop->id); });
    return same && names_loop(write.indices, outer_.id) &&
           std::find(reads_.begin(), reads_.end(), write) != reads_.end();
  });
}

/// Tells whether loops below the inner loop change at most the element's bank, so that the element within the bank is
/// the same in all their iterations. Stores to a bus are visible outside and do not qualify.
bool LoopAccesses::stays_below(const Element& element) const {
  const Array& array = function_.arrays[element.array];
  if (running_.empty()) return true;
  if (array.port.is_bus()) return false;
  return std::all_of(running_.begin(), running_.end(), [&](const Loop* loop) {
    for (std::size_t d = 0; d < element.indices.size(); ++d) {
      const Index& index = element.indices[d];
      if (index_names_loop(index, loop->id) && !chooses_bank(array, d, index, *loop)) return false;
    }
    return true;
  });
}

bool LoopAccesses::leaves_something_outside() const {
  for (const Element& element : reads_) {
    const Array& a = function_.arrays[element.array];
    if (a.port.is_bus() && a.shape.back() != inner_.trip.max) return true;
    if (names_loop(element.indices, inner_.id) || !names_loop(element.indices, outer_.id)) continue;
    bool kept = true;
    for (const Element& written : writes_)
      kept = kept && (written.array != element.array || written.indices == element.indices);
    if (kept) return true;
  }
  return false;
}

bool LoopAccesses::moves_elements() const {
  return std::any_of(writes_.begin(), writes_.end(), [&](const Element& written) {
    return std::any_of(reads_.begin(), reads_.end(), [&](const Element& read) {
      return read.array == written.array && read.indices != written.indices;
    });
  });
}

void LoopAccesses::read(int expression) {
  visit_parts(function_, expression, [&](const Expression& e) {
    if (e.op == OpKind::load && !e.indices.empty() && !function_.arrays[e.array].stream)
      reads_.push_back({e.array, e.indices, branches_ == 0});
  });
}

void LoopAccesses::walk(const Branch& branch) {
  if (const auto known = known_condition(function_, branch.condition, loops_))
    return walk(*known ? branch.then : branch.otherwise);
  read(branch.condition);
  ++branches_;
  walk(branch.then);
  walk(branch.otherwise);
  --branches_;
}

void LoopAccesses::walk(const Loop& loop) {
  run(loop);
  if (!pipelined_ && !is_completely_unrolled(loop)) running_.push_back(&loop);
  const bool outside = pipelined_;
  pipelined_ = pipelined_ || loop.pipeline.has_value();
  walk(loop.body);
  pipelined_ = outside;
}

void LoopAccesses::walk(const std::vector<Node>& body) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::branch) walk(node.branch);
    if (node.kind == Node::Kind::loop) walk(node.loop);
    if (node.kind != Node::Kind::assignment) continue;
    read(node.assignment.value);
    for (const Index& index : node.assignment.indices) read(index.value);
    if (!node.assignment.indices.empty())
      writes_.push_back({node.assignment.array, node.assignment.indices, branches_ == 0});
  }
}

}  // namespace pom::dse::estimate
