#include "dse/explore/values/operator_needs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/frontend/zero_sums.hpp"
#include "dse/explore/values/access_orders.hpp"
#include "dse/explore/values/carried_elements.hpp"
#include "dse/explore/values/value_shape.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

namespace {

estimate::Resources cost_of(const devices::OperatorCost& cost) {
  estimate::Resources resources;
  resources.dsp = cost.dsp;
  resources.lut = cost.reported_lut;
  resources.ff = cost.reported_ff;
  return resources;
}

/// Guards under which one expression is looked at.
constexpr std::size_t most_guards = 8;

class NeedFinder {
 public:
  NeedFinder(const Function& function, const devices::Target& target, const std::vector<Node>& body,
             const LoopPlaces& places, const std::set<std::string>& apart)
      : function_(function),
        target_(target),
        view_(estimate::view_function(function, target)),
        places_(places),
        stored_(function, body, apart),
        meeting_(function, stored_),
        values_(function, stored_, places, meeting_),
        shares_(function, places),
        carried_(function, body, places, stored_) {
    found_.carried = carried_.loops();
    visit(body);
    if (shares_.of(branches_).built == 0) found_.deciding |= found_.branching;
    found_.deciding |= loops_of_orders(function, body, places);
    group();
  }

  OperatorNeeds take() && { return std::move(found_); }

 private:
  void visit(const std::vector<Node>& body) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::assignment) {
        find_guards(node.assignment.value);
        walk(node.assignment.value);
        branches_.insert(branches_.end(), guards_.begin(), guards_.end());
      }
      visit(node.loop.body);
      if (node.kind != Node::Kind::branch) continue;
      found_.branching |= decided_by(node.branch.condition);
      under({node.branch.condition, true}, [&] { visit(node.branch.then); });
      under({node.branch.condition, false}, [&] { visit(node.branch.otherwise); });
    }
  }

  /// The loops whose values decide the condition in copies.
  unsigned decided_by(int condition) const {
    return compares_data(function_, condition) ? 0 : shares_.loops_of(condition);
  }

  template <class Visit>
  void under(const Guard& guard, const Visit& visit) {
    guards_.push_back(guard);
    visit();
    guards_.pop_back();
  }

  /// Notes the guards under which each part of the value is computed: several, where choices share it.
  void find_guards(int expression) {
    std::vector<Guards>& all = around_[expression];
    if (all.size() >= most_guards || std::find(all.begin(), all.end(), guards_) != all.end()) return;
    all.push_back(guards_);
    const Expression& e = at(expression);
    for (std::size_t n = 0; n < e.operands.size(); ++n) {
      const auto operand = [&] { find_guards(e.operands[n]); };
      if (e.op == OpKind::select && n > 0) {
        under({e.operands.front(), n == 1}, operand);
      } else {
        operand();
      }
    }
  }

  /// The guards under which the most of an expression's copies are built: none for what both arms of a choice share.
  Guards widest_guards(int expression) {
    std::vector<Guards>& all = around_[expression];
    for (std::size_t n = 0; n < all.size(); ++n) {
      if (all[n].empty()) continue;
      Guards other = all[n];
      other.back().holds = !other.back().holds;
      if (std::find(all.begin(), all.end(), other) == all.end()) continue;
      other.pop_back();
      if (std::find(all.begin(), all.end(), other) == all.end()) all.push_back(std::move(other));
    }
    return *std::max_element(all.begin(), all.end(), [&](const Guards& a, const Guards& b) {
      return shares_.of(a).built < shares_.of(b).built;
    });
  }

  /// The loops that have a part in the value.
  unsigned walk(int expression) {
    if (const auto known = loops_.find(expression); known != loops_.end()) return known->second;
    const Expression& e = at(expression);
    unsigned loops = e.op == OpKind::iterator ? bit_of(places_, e.loop, 0) : 0;
    // Whatever moves what is stored moves what reads it again.
    if (e.op == OpKind::load && !stored_.seen_by(expression).empty()) loops = ~0U;
    if (e.op == OpKind::select) found_.deciding |= decided_by(e.operands.front());
    for (const Index& index : e.indices) {
      for (const Index::Term& term : index.terms) loops |= bit_of(places_, term.loop, 0);
      if (index.opaque || !index.divisions.empty()) loops = ~0U;
      if (index.opaque && index.value >= 0) walk_index(index.value);
    }
    if (e.op == OpKind::load && is_slow(e.array)) add_load(expression, loops);
    for (const int operand : e.operands) loops |= walk(operand);
    loops_[expression] = loops;
    add_need(expression, loops);
    return loops;
  }

  /// An index is a number in copies whose loops decide it. Loads that other loops move alone may be in front of the
  /// pipeline.
  void walk_index(int value) {
    bool reads = false;
    visit_parts(function_, value, [&](const Expression& e) {
      const int part = static_cast<int>(&e - function_.expressions.data());
      if (e.op == OpKind::select) found_.deciding |= decided_by(e.operands.front());
      if (e.op == OpKind::load) add_load(part, walk(part));
      reads = reads || e.op == OpKind::load;
    });
    if (!reads) found_.deciding |= shares_.loops_of(value);
  }

  void add_load(int load, unsigned loops) { found_.loads.push_back({loops, values_.rows_of(load).loops()}); }

  /// Loads of the array may take longer than those of others.
  bool is_slow(int array) const {
    const Array& of = function_.arrays[array];
    return of.port.is_bus() || !of.storage.empty() || of.storage_latency >= 0;
  }

  void add_need(int expression, unsigned loops) {
    const Expression& e = at(expression);
    const devices::OperatorCost& cost = view_.costs[expression];
    if (e.op <= OpKind::load || !cost.shared || loops == 0 || meeting_.may_be_constant(expression)) return;
    const auto is_zero_here = [&](int operand) { return estimate::is_zero(function_, operand); };
    if (is_float_sum(e) && std::any_of(e.operands.begin(), e.operands.end(), is_zero_here)) return;
    const IndexRows& rows = values_.rows_of(expression);
    OperatorNeed need;
    need.expression = expression;
    need.loops = loops;
    need.moving = rows.loops();
    need.distinct = rows.independent_loops();
    const Guards guards = widest_guards(expression);
    need.guard = shares_.of(guards);
    need.carried = carried_.count(expression, guards);
    need.sum = is_float_sum(e);
    need.with_dsp = cost_of(cost);
    need.without = need.sum ? cost_of(devices::find_adder_without_dsp(target_, e.op, e.type)) : need.with_dsp;
    found_.needs.push_back(std::move(need));
  }

  /// A value of one copy may be another operation's value in another copy: A(i) · 3 and A(i + 1) · 3. Where all
  /// elements move alike and differ in value, only values with the same distances between their elements can meet;
  /// elsewhere, as in A(i, j) + A(j, i), any of one tree, and as many copies of one operation as there are ways to
  /// match its loads. Values of different trees meet where they read what copies store.
  void group() {
    std::vector<OperatorNeed>& needs = found_.needs;
    std::vector<ValueShape> shapes;
    std::map<std::string, std::set<std::map<int, std::set<std::string>>>> directions;  // by tree
    for (const OperatorNeed& need : needs) {
      shapes.push_back(describe_value(function_, need.expression));
      directions[shapes.back().tree].insert(shapes.back().directions);
    }
    std::map<std::string, std::size_t> groups;
    for (std::size_t n = 0; n < needs.size(); ++n) {
      const bool alike = moves_alike(shapes[n]) && differs(shapes[n]) && !passes_others_on(needs[n].expression);
      const bool all_alike = alike && directions[shapes[n].tree].size() == 1;
      needs[n].group = groups.try_emplace(all_alike ? shapes[n].distances : shapes[n].tree, n).first->second;
      for (const auto& [array, loads] : shapes[n].loads) {
        if (!alike) needs[n].alike *= loads;
      }
    }
    for (std::size_t a = 0; a < needs.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (shapes[a].tree != shapes[b].tree) join_if_meeting(needs[a], needs[b]);
      }
    }
    std::stable_sort(needs.begin(), needs.end(),
                     [](const OperatorNeed& a, const OperatorNeed& b) { return a.group < b.group; });
  }

  void join_if_meeting(const OperatorNeed& a, const OperatorNeed& b) {
    if (a.group == b.group || at(a.expression).op != at(b.expression).op ||
        !meeting_.may_meet(a.expression, b.expression))
      return;
    const std::size_t joined = std::min(a.group, b.group), gone = std::max(a.group, b.group);
    for (OperatorNeed& need : found_.needs) {
      if (need.group == gone) need.group = joined;
    }
  }

  /// Some part of the expression is another part's value where loops decide so, or where sums are left out.
  bool passes_others_on(int expression) {
    bool any = false;
    visit_parts(function_, expression, [&](const Expression& e) {
      const int part = static_cast<int>(&e - function_.expressions.data());
      any = any || (e.op != OpKind::cast && e.op > OpKind::load && meeting_.sources(part).size() > 1);
    });
    return any;
  }

  bool differs(const ValueShape& shape) const {
    return std::all_of(shape.loads.begin(), shape.loads.end(),
                       [&](const auto& loads) { return values_.has_distinct_elements(loads.first); });
  }

  const Expression& at(int expression) const { return function_.expressions[expression]; }

  const Function& function_;
  const devices::Target& target_;
  estimate::FunctionView view_;
  const LoopPlaces& places_;
  StoredValues stored_;
  MeetingValues meeting_;
  DistinctValues values_;
  GuardShares shares_;
  CarriedElements carried_;
  Guards guards_, branches_;                   ///< around what is visited; around statements
  std::map<int, std::vector<Guards>> around_;  ///< by expression
  std::map<int, unsigned> loops_;              ///< by expression
  OperatorNeeds found_;
};

}  // namespace

OperatorNeeds find_operator_needs(const Function& function, const devices::Target& target,
                                  const std::vector<Node>& body, const LoopPlaces& places,
                                  const std::set<std::string>& apart) {
  return NeedFinder(function, target, body, places, apart).take();
}

}  // namespace pom::dse::explore
