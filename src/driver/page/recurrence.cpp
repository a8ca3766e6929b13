#include "driver/page/recurrence.hpp"

#include <algorithm>
#include <vector>

#include "driver/page/nests.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;

namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Json* find_named(const Json& list, const std::string& name) {
  for (const Json& one : list) {
    if (one.at("name") == name) return &one;
  }
  return nullptr;
}

/// "Loop i carries", "Loops i, j carry"
std::string loops_carry(const Names& loops) {
  return (loops.size() == 1 ? "Loop " + html::codes(loops) + " carries" : "Loops " + html::codes(loops) + " carry");
}

/// The dependences among the statements of one loop, and the loops that carry them.
class Carried {
 public:
  Carried(const Json& report, const Names& statements) {
    for (const Json& dependence : report.at("dependences")) {
      if (!contains(statements, dependence.at("source")) || !contains(statements, dependence.at("sink"))) continue;
      const Names carriers = dependence.at("carriers");
      // Where the distances were too much work, every loop is taken for a carrier, and none as well.
      known_ = known_ && (!dependence.at("distances").empty() || !contains(carriers, "none"));
      bool is_carried = false;
      for (const Json& carrier : dependence.at("carriers")) {
        if (carrier == "none") continue;
        is_carried = true;
        if (!contains(carriers_, carrier)) carriers_.push_back(carrier);
      }
      if (is_carried) constant_ = constant_ && has_constant_distances(dependence);
    }
  }

  /// The carriers are those of the dependences, and not all loops for want of an answer.
  bool known() const { return known_; }
  const Names& carriers() const { return carriers_; }
  /// Every distance is known as numbers.
  bool constant() const { return constant_; }

  /// The outer ones of the loops that carry nothing: along them all distances are 0, so they may stand anywhere.
  Names free_loops(const Names& loops) const {
    Names free;
    for (const std::string& loop : loops) {
      if (contains(carriers_, loop)) break;
      free.push_back(loop);
    }
    return free;
  }

 private:
  static bool has_constant_distances(const Json& dependence) {
    const Json& vectors = dependence.at("distances");
    return !vectors.empty() && std::all_of(vectors.begin(), vectors.end(), [](const Json& vector) {
      return std::all_of(vector.begin(), vector.end(), [](const Json& entry) { return entry.is_number(); });
    });
  }

  Names carriers_;
  bool constant_ = true, known_ = true;
};

/// The names of the kernel's loops around a loop of the estimate, outermost first, itself last.
Names loops_around(const Json& report, const Json& loop) {
  const Json& loops = report.at("kernel").at("loops");
  const Json* at = nullptr;
  for (const Json& one : loops) {
    if (one.at("line") == loop.value("line", 0)) at = &one;
  }
  Names names;
  while (at) {
    names.insert(names.begin(), at->at("name").get<std::string>());
    const Json* outer = nullptr;
    for (const Json& one : loops) {
      if (one.at("label") == at->at("inside")) outer = &one;
    }
    at = outer;
  }
  return names;
}

/// Other statements of the program stand in a loop around this one.
bool shares_loops(const Json& report, const Json& loop, const std::string& statement) {
  for (const Json& one : report.at("kernel").at("loops")) {
    if (!contains(one.at("computes").get<Names>(), statement)) continue;
    const bool is_around = one.at("line").get<int>() <= loop.value("line", 0);
    if (is_around && own_computes(report, one).size() > 1) return true;
  }
  return false;
}

/// The directive that puts a loop innermost; empty: the nest's loops are no longer those of the program.
std::string put_innermost(const std::string& statement, const std::string& loop, Names now, const Names& written) {
  if (now.size() != written.size() || !std::is_permutation(now.begin(), now.end(), written.begin())) return "";
  const auto at = std::find(now.begin(), now.end(), loop);
  if (at + 1 == now.end()) return "";
  if (at + 2 == now.end()) return statement + ".interchange(" + loop + ", " + now.back() + ")";
  now.erase(at);
  now.push_back(loop);
  std::string order;
  for (const std::string& name : now) order += (order.empty() ? "" : ", ") + name;
  return statement + ".reorder({" + order + "})";
}

bool is_float(const Json& report, const std::string& array) {
  const Json* declared = find_named(report.at("arrays"), array);
  return declared && declared->at("type").get<std::string>().find("float") != std::string::npos;
}

std::string split_sum(const Json& report, const std::string& statement, const Names& sums, const Names& now,
                      const std::string& array) {
  for (const Json& directive : report.at("directives")) {
    if (directive.at("text").get<std::string>().starts_with(statement + ".rfactor("))
      return "Take more partial sums: a larger factor of <code>rfactor</code>.";
  }
  const std::string loop = !now.empty() && contains(sums, now.back()) ? now.back() : sums.back();
  const std::string call = html::code(statement + ".rfactor(" + loop + ", 4, \"part\")");
  if (!is_float(report, array)) return "Split the sum over " + html::code(loop) + " into partial ones: " + call + ".";
  if (report.at("reassociated").empty() && is_searched(report))
    return "Permit another order of the sum over " + html::code(loop) +
           ", if its rounding may change: <code>allow_reassociation()</code>; then the search may split it.";
  return "Split the sum over " + html::code(loop) + " into partial ones: " + call +
         ", if its rounding may change (<code>allow_reassociation()</code>).";
}

std::string of_its_own(const Json& report, const std::string& array) {
  return "The recurrence is the program’s own: each iteration needs one before it. Only less work between the two " +
         std::string(is_float(report, array) ? "shortens it: fewer operations, or faster ones (integers, fixed point)."
                                             : "shortens it.");
}

std::string advice_for_statement(const Json& report, const Json& loop, const Json& statement) {
  const std::string name = statement.at("name"), array = loop.at("array");
  const Names loops = statement.at("loops"), sums = statement.at("sums_over"), now = loops_around(report, loop);
  const Carried carried(report, {name});
  if (carried.carriers().empty()) return "";
  if (!carried.known()) {
    if (now.empty() || !contains(sums, now.back())) return "";
    return "It sums over " + html::codes(sums) +
           ": put another loop innermost (<code>reorder</code>), where its dependences permit that.";
  }
  const Names free = carried.free_loops(loops);
  if (shares_loops(report, loop, name)) return sums.empty() ? "" : split_sum(report, name, sums, now, array);
  if (!free.empty() && !now.empty() && contains(carried.carriers(), now.back())) {
    const std::string call = put_innermost(name, free.back(), now, loops);
    return loops_carry(free) + " nothing of it: put " + (free.size() == 1 ? "it" : "one of them") + " innermost" +
           (call.empty() ? " (<code>reorder</code>)." : ": " + html::code(call) + ".");
  }
  if (!free.empty())
    return loops_carry(free) + " nothing of it: the more of their iterations lie between two of " +
           html::codes(carried.carriers()) + ", the shorter the interval.";
  if (!sums.empty()) return split_sum(report, name, sums, now, array);
  const bool all_carry = carried.carriers().size() == loops.size();
  if (loops.size() > 1 && all_carry && carried.constant())
    return "All loops of " + html::code(name) +
           " carry it, by constant distances: a <code>skew</code> with an <code>interchange</code> behind it can give "
           "an inner loop that carries nothing.";
  return loops.size() > 1 ? "" : of_its_own(report, array);
}

std::string advice_for_statements(const Json& report, const Names& names) {
  Names common;
  for (std::size_t n = 0; n < names.size(); ++n) {
    const Json* statement = find_named(report.at("statements"), names[n]);
    if (!statement) return "";
    const Names loops = statement->at("loops");
    if (n == 0) common = loops;
    const auto end = std::mismatch(common.begin(), common.end(), loops.begin(), loops.end()).first;
    common.erase(end, common.end());
  }
  const Carried carried(report, names);
  const Names free = carried.free_loops(common);
  if (free.empty() || carried.carriers().empty() || !carried.known()) return "";
  return loops_carry(free) + " nothing of it: declare " + html::codes(names) + " with " +
         (free.size() == 1 ? "it" : "one of them") + " as the innermost loop.";
}

}  // namespace

std::string advice_for_recurrence(const Json& report, const Json& loop) {
  constexpr std::size_t most_statements = 4;
  const Names names = own_computes(report, loop);
  std::string advice;
  if (names.size() == 1) {
    if (const Json* statement = find_named(report.at("statements"), names.front()))
      advice = advice_for_statement(report, loop, *statement);
  } else if (!names.empty() && names.size() <= most_statements) {
    advice = advice_for_statements(report, names);
  }
  if (!advice.empty()) return advice;
  return "An inner loop that carries no dependence through " + html::code(loop.at("array").get<std::string>()) +
         " would shorten the interval, where the nest has one.";
}

}  // namespace pom::driver
