#pragma once
#include <vector>

#include "driver/board/chosen_target.hpp"
#include "dsl/model/function.hpp"

namespace pom::driver {

/// What the options ask a design to be built for; what any compilation refuses of them is appended to `wrong`.
ChosenTarget check_options(const dsl::Function&, const CompileOptions&, const Location& at,
                           std::vector<Diagnostic>& wrong);

}  // namespace pom::driver
