#pragma once
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "dse/explore/unit_space.hpp"

namespace pom::dse {

/// One unit of the whole function, with the points worth trying: slowest first.
struct UnitLadder {
  Unit unit;
  std::vector<Unit> twins;  ///< of equal nests that run on its module: points count the cycles of all of them
  std::vector<UnitPoint> points;
  /// Two points for each share of the device, the same shares for all units, ascending: the fastest whose copies do not
  /// wait for each other's operators, and the fastest.
  std::vector<std::size_t> levels;
  double slowest = INFINITY;  ///< LadderSize::slowest
  UnitSpace* space = nullptr;
  const std::map<std::string, std::string>* renamed = nullptr;  ///< NestDesign::renamed
};

/// How many choices a ladder looks at.
struct LadderSize {
  long points = 0;               ///< that are estimated, at most
  std::size_t of_one_count = 4;  ///< ways to make a number of copies
  double slowest = INFINITY;     ///< cycles: what certainly takes more is left out
};

/// Choices of all numbers of copies, and the fastest ones.
UnitLadder make_ladder(UnitSpace&, const Unit&, const Limits&, Adders, const LadderSize&);

/// For units that get a part of the device only: choices of round factors.
UnitLadder make_round_ladder(UnitSpace&, const Unit&, const Limits&, Adders, const LadderSize&);

/// A unit of less than this part of the heaviest one's cycles or iterations takes hardly any time.
constexpr double light_part = 0.01;
/// Of less than this: few ways to make each number of copies.
constexpr double secondary_part = 0.02;

/// Units of one space: so many modules, each of which runs so often.
struct SpaceUse {
  std::size_t modules = 0, runs = 1;
};

/// By space: what one of its modules takes of all cycles, with one copy of everything.
std::vector<double> share_of_cycles(const std::vector<UnitSpace*>&, const std::vector<SpaceUse>&);

/// The ladder of an equal nest, under this nest's array names.
void rename_arrays(UnitLadder&, const std::map<std::string, std::string>& names);

/// Functions of at most so many units are searched more closely.
constexpr std::size_t few_units = 8;

/// The choice for another unit: the same cuts of as many innermost loops as both have, where those can be cut.
UnitChoice align_choice(const UnitChoice&, const Unit&);

/// Further choices of the space that fit: points in their place, the levels stay what they were.
void add_choices(UnitLadder&, UnitSpace&, const std::map<std::string, std::string>& names,
                 const std::vector<UnitChoice>&, const Limits&);

/// The same for at most `budget` of the space's round choices.
void add_round_choices(UnitLadder&, UnitSpace&, const Limits&, Adders, long budget);

/// Every point also with the outer ones of its loops apart, where that takes fewer LUTs.
void add_apart_choices(UnitLadder&, UnitSpace&, const Limits&);

/// Each unit also tries what others chose: cut alike they can share banks. In functions of many units only the choices
/// of the slowest ones.
void align_ladders(std::vector<UnitLadder>&, const std::vector<UnitSpace*>&,
                   const std::vector<const std::map<std::string, std::string>*>& names, const Limits&);

/// The units whose choices the others try, slowest first.
std::vector<std::size_t> find_models(const std::vector<UnitLadder>&);

}  // namespace pom::dse
