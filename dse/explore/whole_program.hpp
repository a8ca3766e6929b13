#pragma once
#include <optional>

#include "dse/explore/design.hpp"

namespace pom::dse::explore {

/// Designs the program with all of its loops built whole and small arrays as registers: one block without loops, in
/// which nests overlap as far as their values allow. No composition of nests that run in turn, and so no bound, knows
/// it. Nothing where a loop's trip count varies, the program has more than `most_operations`, or the model cannot say.
/// `written`: the program's kernel without a schedule.
std::optional<Design> design_whole_program(SearchContext&, const Kernel& written);

}  // namespace pom::dse::explore
