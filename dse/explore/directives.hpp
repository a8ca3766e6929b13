#pragma once
#include <set>
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "dse/explore/banks/banking.hpp"
#include "dsl/model/function.hpp"

namespace pom::dse::explore {

/// The choice as directives for the unit's statements, to stand behind those of stage one: cuts, order, pipeline,
/// copies, operators. `computes`: the unit's statements in the program; `taken`: loop names that are in use, grows.
Schedule make_directives(const dsl::Function& program, const Unit&, const Configuration&,
                         const std::vector<int>& computes, std::set<std::string>& taken);

/// What builds the floating-point sums and differences of a statement from LUTs instead of DSP blocks.
std::vector<BindOp> sums_without_dsp(const dsl::Compute&);

Schedule make_partitions(const BankFactors&);

}  // namespace pom::dse::explore
