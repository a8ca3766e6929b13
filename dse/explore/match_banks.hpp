#pragma once
#include <map>
#include <string>
#include <vector>

#include "dse/explore/ladder.hpp"

namespace pom::dse {

/// By array: which of a unit's loops moves along each dimension; -1: none, or several.
using IndexLoops = std::map<std::string, std::vector<int>>;

/// `function`: holds the unit's loops as written.
IndexLoops find_index_loops(const Function&, const Unit&);

/// Choices whose accesses fit the banks that another unit's point asks for: the loops that move along a dimension are
/// cut by its banks or by half as many, one other loop so that there are as many copies or half as many.
std::vector<UnitChoice> match_banks(const UnitPoint& model, const Unit&, const IndexLoops&);

/// Points of a unit that the others are matched with: of nearly as many copies as fit.
std::vector<UnitPoint> choose_models(const UnitLadder&);

/// Each unit of a function of few units also gets choices that fit the banks of the others' better points.
void match_ladders(std::vector<UnitLadder>&, const std::vector<UnitSpace*>&,
                   const std::vector<const std::map<std::string, std::string>*>& names, const Kernel& whole,
                   const Limits&, Adders);

}  // namespace pom::dse
