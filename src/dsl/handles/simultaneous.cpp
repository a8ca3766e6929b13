#include <pom/simultaneous.hpp>

#include <algorithm>
#include <unordered_set>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/expr_node.hpp"
#include "dsl/print/print_expression.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom {
namespace {

using dsl::Array;
using dsl::ExprNode;

bool reads(const ExprNode& node, const Array* array, std::unordered_set<const ExprNode*>& passed) {
  if (!passed.insert(&node).second) return false;
  if (node.op == dsl::Op::load && node.array.get() == array) return true;
  for (const dsl::ExprPtr& operand : node.operands) {
    if (reads(*operand, array, passed)) return true;
  }
  return false;
}

bool reads(const expr& value, const array_element& destination) {
  std::unordered_set<const ExprNode*> passed;
  return reads(*value.node(), destination.node()->array.get(), passed);
}

/// Whether the array of `other` says which element the destination is.
bool index_reads(const array_element& destination, const array_element& other) {
  std::unordered_set<const ExprNode*> passed;
  const std::vector<dsl::ExprPtr>& indices = destination.node()->operands;
  return std::any_of(indices.begin(), indices.end(), [&](const dsl::ExprPtr& index) {
    return reads(*index, other.node()->array.get(), passed);
  });
}

bool same_array(const array_element& a, const array_element& b) { return a.node()->array == b.node()->array; }

/// Whether two recorded expressions are written alike.
bool are_alike(const ExprNode& a, const ExprNode& b) {
  return a.op == b.op && a.name == b.name && a.integer == b.integer && a.real == b.real && a.array == b.array &&
         a.scalar == b.scalar &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    [](const dsl::ExprPtr& left, const dsl::ExprPtr& right) { return are_alike(*left, *right); });
}

/// An element that gets two values at once has neither.
void check_destinations(const std::string& name, const std::vector<array_element>& destinations, const Location& at) {
  for (std::size_t n = 1; n < destinations.size(); ++n) {
    const auto is_same = [&](const array_element& other) { return are_alike(*other.node(), *destinations[n].node()); };
    if (std::none_of(destinations.begin(), destinations.begin() + static_cast<std::ptrdiff_t>(n), is_same)) continue;
    const dsl::ExprNode& element = *destinations[n].node();
    dsl::current_function("simultaneous", at)
        ->findings.push_back(make_error("assigned-twice",
                                        "simultaneous \"" + name + "\" gives " + dsl::describe(element) +
                                            " two values at once\nleave one of the assignments out",
                                        at));
  }
}

/// An order of stores in which each index sees the values of before: an array is stored to when no store that is left
/// reads it in its index, and stores into one array keep their order. Positions; fewer than all: there is no such order.
std::vector<std::size_t> order_stores(const std::vector<array_element>& destinations) {
  std::vector<std::size_t> ordered;
  std::vector<char> done(destinations.size());
  const auto may_go = [&](std::size_t n) {
    if (done[n]) return false;
    for (std::size_t other = 0; other < destinations.size(); ++other) {
      if (done[other] || other == n) continue;
      if (index_reads(destinations[other], destinations[n])) return false;
      if (other < n && same_array(destinations[other], destinations[n])) return false;
    }
    return true;
  };
  while (true) {
    std::size_t next = 0;
    while (next < destinations.size() && !may_go(next)) ++next;
    if (next == destinations.size()) return ordered;
    done[next] = 1;
    ordered.push_back(next);
  }
}

}  // namespace

assignment::assignment(const array_element& destination, const expr& value) : parts_{{"", destination, value}} {}

assignment::assignment(const complex_element& destination, const complex_expr& value)
    : parts_{{"re", destination.real_part(), value.re()}, {"im", destination.imaginary_part(), value.im()}} {}

assignment::assignment(const record_element& destination, const record_element& value, std::source_location at) {
  for (const std::string& name : value.names()) destination(name, at);
  for (const std::string& name : destination.names()) parts_.push_back({name, destination(name, at), value(name, at)});
}

simultaneous::simultaneous(const std::string& name, const std::vector<var>& loops,
                           const std::vector<assignment>& assignments, std::source_location at) {
  std::vector<assignment::Part> parts;
  for (std::size_t n = 0; n < assignments.size(); ++n) {
    const std::string numbered = assignments.size() > 1 ? join_names({name, std::to_string(n)}) : name;
    for (assignment::Part part : assignments[n].parts_) {
      part.name = part.name.empty() ? numbered : join_names({numbered, part.name});
      parts.push_back(std::move(part));
    }
  }
  if (parts.empty())
    dsl::current_function("simultaneous", at)
        ->findings.push_back(make_error("no-destination", "simultaneous \"" + name + "\" assigns nothing", at));
  std::vector<array_element> destinations;
  for (const assignment::Part& part : parts) destinations.push_back(part.destination);
  check_destinations(name, destinations, at);
  const auto add = [&](const std::string& of, const expr& value, const array_element& destination) {
    dsl::note_part(of, name + ".computes()[" + std::to_string(computes_.size()) + "]", at);
    computes_.emplace_back(of, loops, value, destination, at);
    if (computes_.size() > 1 && !loops.empty())
      computes_.back().belong_behind(computes_[computes_.size() - 2], loops.back(), at);
  };
  std::vector<assignment::Part> waiting;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const assignment::Part& part = parts[n];
    bool waits = false;
    // Stores into one array keep their order, and where a store that waits goes is said by what was before.
    for (const assignment::Part& earlier : waiting)
      waits |= same_array(earlier.destination, part.destination) || index_reads(earlier.destination, part.destination);
    for (std::size_t later = n + 1; later < parts.size(); ++later)
      waits |= reads(parts[later].value, part.destination) || index_reads(parts[later].destination, part.destination);
    if (!waits) {
      add(part.name, part.value, part.destination);
      continue;
    }
    placeholder made(join_names({part.name, "new"}), {1}, part.destination.node()->type, at);
    made.local(at);
    // What is promised of the destination's elements is proved where the value is made, and known where it is stored.
    if (!part.destination.node()->array->is_table())
      dsl::current_function("simultaneous", at)->arrays.back()->range = part.destination.node()->array->range;
    add(part.name, part.value, made(0));
    waiting.push_back({join_names({part.name, "store"}), part.destination, made(0)});
  }
  std::vector<array_element> stores;
  for (const assignment::Part& part : waiting) stores.push_back(part.destination);
  const std::vector<std::size_t> order = order_stores(stores);
  if (order.size() < stores.size()) {
    const std::string text = "the destinations of simultaneous \"" + name +
                             "\" say of each other where they are: none can be stored without moving another\n" +
                             "give such an index a compute of its own, in front";
    dsl::current_function("simultaneous", at)->findings.push_back(make_error("moved-destination", text, at));
  }
  for (const std::size_t n : order) add(waiting[n].name, waiting[n].value, waiting[n].destination);
}

simultaneous& simultaneous::after(const compute& other, LoopRef loop, std::source_location at) {
  // The others were placed after the first one, and move with it.
  if (!computes_.empty()) computes_.front().after(other, std::move(loop), at);
  return *this;
}

}  // namespace pom
