#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/configuration.hpp"

namespace pom::dse {

/// The function with the unit's loops cut, its innermost running loop pipelined, and its copies unrolled: the loops
/// that the directives of a buildable choice make, without isl. Guards stand around copies beyond the last iteration.
void cut_unit(Function&, const Unit&, const Configuration&);

/// Operations whose adders a choice may build without DSP blocks.
inline bool is_float_sum(const Expression& e) {
  return e.type.is_float() && (e.op == OpKind::add || e.op == OpKind::sub);
}

/// Iterations of the unit's loops, on average over their runs; `body`: with these loops in it.
std::vector<double> average_trips(const std::vector<Node>& body, const Unit&);

/// Behind the labels of the loops inside a last strip that has loops of its own (CutPlan). Labels of programs are
/// identifiers, so that none ends like this.
inline constexpr const char* rest_suffix = " rest";

/// The loop of a label; null: there is none.
const Loop* find_loop(const std::vector<Node>& body, const std::string& label);
Loop* find_loop(std::vector<Node>& body, const std::string& label);
/// The node is a loop of that label, or has one inside.
bool holds_loop(const Node&, const std::string& label);

/// By Loop::id: the place in the unit of each of its loops; `body`: with these loops in it.
std::map<int, std::size_t> places_of(const std::vector<Node>& body, const Unit&);

}  // namespace pom::dse
