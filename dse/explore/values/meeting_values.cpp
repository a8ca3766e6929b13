#include "dse/explore/values/meeting_values.hpp"

#include <algorithm>

namespace pom::dse::explore {

namespace {

/// Pairs of expressions that all questions about one body look at, before they are answered with yes.
constexpr std::int64_t most_steps = 1 << 18;

bool compares_only_data(const Function& function, int condition, std::set<int>& passed) {
  if (!passed.insert(condition).second) return true;  // asked already
  const Expression& e = function.expressions[condition];
  const auto all = [&] {
    return std::all_of(e.operands.begin(), e.operands.end(),
                       [&](int part) { return compares_only_data(function, part, passed); });
  };
  if (e.op == OpKind::load) return true;
  if (e.op == OpKind::cast || e.op == OpKind::bit_and || e.op == OpKind::bit_or) return !e.operands.empty() && all();
  if (!is_comparison(e.op)) return false;
  return e.type.is_float() || std::any_of(e.operands.begin(), e.operands.end(), [&](int part) {
           const Expression* side = &function.expressions[part];
           while (side->op == OpKind::cast && side->operands.size() == 1)
             side = &function.expressions[side->operands.front()];
           return side->op == OpKind::load;
         });
}

}  // namespace

bool compares_data(const Function& function, int condition) {
  std::set<int> passed;
  return compares_only_data(function, condition, passed);
}

bool is_choice_of_loops(const Function& function, const Expression& e) {
  return e.op == OpKind::select && !compares_data(function, e.operands.front());
}

void MeetingValues::add_sources(int expression, std::set<int>& found) {
  ++steps_;
  if (!found.insert(expression).second) return;
  const Expression& e = at(expression);
  if (e.op == OpKind::load) {
    for (const Assignment* store : stored_.seen_by(expression)) add_sources(store->value, found);
  } else if (is_choice_of_loops(function_, e)) {
    for (std::size_t arm = 1; arm < e.operands.size(); ++arm) add_sources(e.operands[arm], found);
  } else if (e.op == OpKind::add && e.operands.size() == 2) {
    for (std::size_t n = 0; n < 2; ++n) {
      if (may_be_constant(e.operands[n])) add_sources(e.operands[1 - n], found);
    }
  } else if (e.op == OpKind::cast && e.operands.size() == 1) {
    add_sources(e.operands.front(), found);
  }
}

const std::set<int>& MeetingValues::sources(int expression) {
  if (const auto known = sources_.find(expression); known != sources_.end()) return known->second;
  std::set<int> found;
  add_sources(expression, found);
  return sources_[expression] = std::move(found);
}

/// An expression that is asked about again while its own answer is looked for is taken for no constant there.
bool MeetingValues::may_be_constant(int expression) {
  if (constant_.contains(expression)) return true;
  if (!not_constant_.insert(expression).second) return false;
  const Expression& e = at(expression);
  const auto may = [&](int part) { return may_be_constant(part); };
  bool is = e.op == OpKind::constant || e.op == OpKind::iterator;  // of a loop of one iteration
  if (e.op == OpKind::load) {
    const std::vector<const Assignment*>& seen = stored_.seen_by(expression);
    is = std::any_of(seen.begin(), seen.end(), [&](const Assignment* store) { return may(store->value); });
  } else if (e.op == OpKind::select) {
    is = std::any_of(e.operands.begin() + 1, e.operands.end(), may);
  } else if (!e.operands.empty()) {
    is = std::all_of(e.operands.begin(), e.operands.end(), may);
  }
  if (is) {
    not_constant_.clear();  // what was left out for its sake is asked anew
    constant_.insert(expression);
  }
  return is;
}

bool MeetingValues::is_alike(const Expression& a, const Expression& b, std::set<Pair>& asked) {
  const auto is_number = [](OpKind op) { return op == OpKind::constant || op == OpKind::iterator; };
  if (is_number(a.op) && is_number(b.op)) return a.op != b.op || a.op == OpKind::iterator || a.constant == b.constant;
  if (a.op != b.op || a.operands.size() != b.operands.size()) return false;
  if (a.op == OpKind::load) return a.array == b.array;
  if (a.type.bits != b.type.bits || a.type.kind != b.type.kind) return false;
  const std::size_t count = a.operands.size();
  const auto all_meet = [&](const std::vector<int>& other) {
    for (std::size_t n = 0; n < count; ++n) {
      if (!may_meet(a.operands[n], other[n], asked)) return false;
    }
    return true;
  };
  if (all_meet(b.operands)) return true;
  const bool either_order = count == 2 && (a.op == OpKind::add || a.op == OpKind::mul);
  return either_order && all_meet({b.operands[1], b.operands[0]});
}

bool MeetingValues::may_meet(int a, int b, std::set<Pair>& asked) {
  const Pair pair = std::minmax(a, b);
  if (a == b || meeting_.contains(pair)) return true;
  if (apart_.contains(pair) || !asked.insert(pair).second) return false;
  for (const int of_a : sources(a)) {
    for (const int of_b : sources(b)) {
      if (++steps_ < most_steps && of_a != of_b && !is_alike(at(of_a), at(of_b), asked)) continue;
      found_ = true;
      meeting_.insert(pair);
      return true;
    }
  }
  return false;
}

/// A pair that is asked about again while its own answer is looked for is taken not to meet there. Pairs in between may
/// be answered too early by that, so that rounds are repeated until one finds no further pair that meets.
bool MeetingValues::may_meet(int a, int b) {
  std::set<Pair> asked;
  do {
    found_ = false;
    asked.clear();
    if (may_meet(a, b, asked)) return true;
  } while (found_);
  apart_.insert(asked.begin(), asked.end());
  for (const Pair& pair : meeting_) apart_.erase(pair);
  return false;
}

}  // namespace pom::dse::explore
