#include "dse/estimate/stalls/iterations.hpp"

#include <algorithm>

#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

Range truth(bool possible, bool certain) { return {certain ? 1 : 0, possible ? 1 : 0}; }

Range compare(OpKind op, const Range& a, const Range& b) {
  const bool meet = a.low <= b.high && b.low <= a.high;
  const bool equal = a.is_single() && b.is_single() && a.low == b.low;
  switch (op) {
    case OpKind::eq:
      return truth(meet, equal);
    case OpKind::ne:
      return truth(!equal, !meet);
    case OpKind::lt:
      return truth(a.low < b.high, a.high < b.low);
    case OpKind::le:
      return truth(a.low <= b.high, a.high <= b.low);
    case OpKind::gt:
      return truth(a.high > b.low, a.low > b.high);
    default:
      return truth(a.high >= b.low, a.low >= b.high);
  }
}

Range product(const Range& a, const Range& b) {
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

std::int64_t floor_division(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

std::optional<Range> combine(OpKind op, const Range& a, const Range& b) {
  switch (op) {
    case OpKind::add:
      return Range{a.low + b.low, a.high + b.high};
    case OpKind::sub:
      return Range{a.low - b.high, a.high - b.low};
    case OpKind::mul:
      return product(a, b);
    case OpKind::bit_and:  // of conditions
      return truth(a.high != 0 && b.high != 0, a.low != 0 && b.low != 0);
    case OpKind::bit_or:
      return truth(a.high != 0 || b.high != 0, a.low != 0 || b.low != 0);
    case OpKind::rem:
      if (!b.is_single() || b.low <= 0) return std::nullopt;
      if (a.is_single() || (a.low >= 0 && a.low / b.low == a.high / b.low)) return Range{a.low % b.low, a.high % b.low};
      return Range{a.low < 0 ? 1 - b.low : 0, b.low - 1};
    case OpKind::div:
      if (!b.is_single() || b.low <= 0 || a.low < 0) return std::nullopt;
      return Range{a.low / b.low, a.high / b.low};
    default:
      return is_comparison(op) ? std::optional(compare(op, a, b)) : std::nullopt;
  }
}

/// Collects the accesses of a node and of the functions that it calls.
class AccessWalk {
 public:
  AccessWalk(const Kernel& kernel, const Function& region) : kernel_(kernel), function_(&region) {
    for (std::size_t a = 0; a < region.arrays.size(); ++a) arrays_.push_back(static_cast<int>(a));
  }

  void walk(const Node& node) {
    switch (node.kind) {
      case Node::Kind::assignment:
        read(node.assignment.value);
        for (const Index& index : node.assignment.indices) read(index.value);
        add(node.assignment.array, true, node.assignment.indices);
        return;
      case Node::Kind::branch:
        read(node.branch.condition);
        guards_.push_back({node.branch.condition, true});
        for (const Node& inner : node.branch.then) walk(inner);
        guards_.back().holds = false;
        for (const Node& inner : node.branch.otherwise) walk(inner);
        guards_.pop_back();
        return;
      case Node::Kind::loop:
        walk_loop(node.loop);
        return;
      case Node::Kind::call:
        if (!loops_.empty()) throw Unknown{"a call in a loop"};
        for (const int value : node.call.values) read(value);
        call(node.call);
    }
  }

  std::vector<Access> accesses;

 private:
  void walk_loop(const Loop& loop) {
    const std::size_t outside = accesses.size();
    const std::int64_t first_place = next_place_;
    loops_.push_back(&loop);
    loops_before_.push_back(0);
    for (const Node& inner : loop.body) walk(inner);
    loops_.pop_back();
    loops_before_.pop_back();
    ++loops_before_.back();
    const std::int64_t places = next_place_ - first_place;
    for (std::size_t n = outside; n < accesses.size(); ++n) accesses[n].places_per_iteration[loops_.size()] = places;
    std::int64_t all = 0;
    if (__builtin_mul_overflow(places, std::max<std::int64_t>(loop.trip.max, 1), &all) ||
        __builtin_add_overflow(first_place, all, &next_place_))
      throw Unknown{"more accesses than 64 bits can count"};
  }

  void call(const Call& call) {
    const Function& callee = kernel_.functions[call.function];
    std::vector<int> inside(callee.arrays.size(), -1);
    for (std::size_t p = 0; p < call.arrays.size(); ++p) {
      if (call.arrays[p] >= 0) inside[callee.parameters[p]] = arrays_[call.arrays[p]];
    }
    AccessWalk walk(kernel_, callee);
    walk.arrays_ = std::move(inside);
    walk.next_place_ = next_place_;
    for (const Node& node : callee.body) walk.walk(node);
    next_place_ = walk.next_place_;
    std::move(walk.accesses.begin(), walk.accesses.end(), std::back_inserter(accesses));
  }

  void read(int value) {
    visit_parts(*function_, value, [&](const Expression& e) {
      if (e.op == OpKind::load) add(e.array, false, e.indices);
    });
  }

  void add(int array, bool writes, const std::vector<Index>& indices) {
    const Array& declared = function_->arrays[array];
    if (declared.shape.empty() && !declared.stream) return;
    accesses.push_back({arrays_[array], writes, function_, loops_, guards_, indices, loops_before_.back(), next_place_,
                        std::vector<std::int64_t>(loops_.size())});
    ++next_place_;
  }

  const Kernel& kernel_;
  const Function* function_;
  std::vector<int> arrays_;  ///< by array of the function: the region's, -1 for its own
  std::vector<const Loop*> loops_;
  std::vector<int> loops_before_ = {0};  ///< by body around the current position, from the function's on
  std::int64_t next_place_ = 0;
  std::vector<Access::Guard> guards_;
};

Range bounds(const Loop& loop, const LoopRanges& around) {
  if (loop.step != 1 || loop.lower.size() != 1 || loop.upper.size() != 1) throw Unknown{"bounds of " + loop.label};
  const auto low = range_of(loop.lower.front(), around), high = range_of(loop.upper.front(), around);
  if (!low || !high) throw Unknown{"bounds of " + loop.label};
  return {low->low, high->high - 1};
}

/// Halves the values of a loop until an access surely takes place in none of them, or until one is left.
class IterationWalk {
 public:
  IterationWalk(const Access& access, const LoopRanges& within, const std::function<void(const LoopRanges&)>& visit)
      : access_(access), visit_(visit), ranges_(within) {}

  void walk() {
    const Answer answer = takes_place();
    if (answer != Answer::no) enter(0, answer);
  }

 private:
  /// Of all iterations of the ranges: whether the access takes place in none, some or all of them.
  enum class Answer { no, maybe, yes };

  Answer takes_place() const {
    Answer all = Answer::yes;
    for (const Access::Guard& guard : access_.guards) {
      const std::optional<Range> value = range_of(*access_.function, guard.condition, ranges_);
      if (!value) throw Unknown{"a condition on data"};
      const bool never = value->low == 0 && value->high == 0, always = value->low > 0 || value->high < 0;
      if (guard.holds ? never : always) return Answer::no;
      if (guard.holds ? !always : !never) all = Answer::maybe;
    }
    return all;
  }

  void enter(std::size_t level, Answer answer) {
    if (level == access_.loops.size()) {
      visit_(ranges_);
      return;
    }
    const int loop = access_.loops[level]->id;
    const Range all = ranges_[loop];
    Range now = bounds(*access_.loops[level], ranges_);
    now = {std::max(now.low, all.low), std::min(now.high, all.high)};
    if (answer == Answer::yes) {
      for (std::int64_t value = now.low; value <= now.high; ++value) {
        ranges_[loop] = {value, value};
        enter(level + 1, answer);
      }
    } else {
      split(level, now);
    }
    ranges_[loop] = all;
  }

  void split(std::size_t level, const Range& values) {
    if (values.low > values.high) return;
    ranges_[access_.loops[level]->id] = values;
    const Answer answer = takes_place();
    if (answer == Answer::no) return;
    if (values.is_single()) return enter(level + 1, answer);
    const std::int64_t middle = values.low + (values.high - values.low) / 2;
    split(level, {values.low, middle});
    split(level, {middle + 1, values.high});
  }

  const Access& access_;
  const std::function<void(const LoopRanges&)>& visit_;
  LoopRanges ranges_;
};

/// What a remainder of the index depends on.
Index without_multiples(Index index, std::int64_t divisor) {
  std::erase_if(index.terms, [&](const Index::Term& term) { return term.coefficient % divisor == 0; });
  return index;
}

}  // namespace

std::optional<Range> range_of(const Index& index, const LoopRanges& loops) {
  if (index.opaque) return std::nullopt;
  Range sum{index.constant, index.constant};
  for (const Index::Term& term : index.terms) {
    const auto loop = loops.find(term.loop);
    if (loop == loops.end()) return std::nullopt;
    const Range part = product(loop->second, {term.coefficient, term.coefficient});
    sum = {sum.low + part.low, sum.high + part.high};
  }
  for (const Index::Division& division : index.divisions) {
    const std::optional<Range> inner =
        range_of(division.modulo ? without_multiples(division.inner, division.divisor) : division.inner, loops);
    if (!inner) return std::nullopt;
    const Range quotient{floor_division(inner->low, division.divisor), floor_division(inner->high, division.divisor)};
    Range part = quotient;
    if (division.modulo && quotient.is_single()) {
      part = {inner->low - quotient.low * division.divisor, inner->high - quotient.low * division.divisor};
    } else if (division.modulo) {
      part = {0, division.divisor - 1};
    }
    part = product(part, {division.coefficient, division.coefficient});
    sum = {sum.low + part.low, sum.high + part.high};
  }
  return sum;
}

std::optional<Range> range_of(const Function& function, int expression, const LoopRanges& loops) {
  if (expression < 0) return std::nullopt;
  const Expression& e = function.expressions[expression];
  if (e.op == OpKind::constant)
    return Range{static_cast<std::int64_t>(e.constant), static_cast<std::int64_t>(e.constant)};
  if (e.op == OpKind::iterator) {
    const auto loop = loops.find(e.loop);
    return loop == loops.end() ? std::nullopt : std::optional(loop->second);
  }
  if (e.op == OpKind::cast && e.operands.size() == 1) return range_of(function, e.operands.front(), loops);
  if (e.operands.size() != 2) return std::nullopt;
  const auto a = range_of(function, e.operands[0], loops), b = range_of(function, e.operands[1], loops);
  return a && b ? combine(e.op, *a, *b) : std::nullopt;
}

std::vector<Access> list_accesses(const Kernel& kernel, const Function& region, const std::vector<Node>& nodes) {
  AccessWalk walk(kernel, region);
  for (const Node& node : nodes) walk.walk(node);
  return std::move(walk.accesses);
}

std::int64_t place_in_program(const Access& access, const LoopRanges& at) {
  std::int64_t place = access.first_place;
  for (std::size_t level = 0; level < access.loops.size(); ++level) {
    const Loop& loop = *access.loops[level];
    const std::optional<Range> first = range_of(loop.lower.front(), at);
    if (!first || !first->is_single()) throw Unknown{"bounds of " + loop.label};
    place += access.places_per_iteration[level] * (at.at(loop.id).low - first->low);
  }
  return place;
}

LoopRanges all_iterations(const Access& access) {
  LoopRanges all;
  for (const Loop* loop : access.loops) all[loop->id] = bounds(*loop, all);
  return all;
}

void for_each_iteration(const Access& access, const LoopRanges& within,
                        const std::function<void(const LoopRanges&)>& visit) {
  IterationWalk(access, within, visit).walk();
}

}  // namespace pom::dse::estimate
