#pragma once
#include "dse/kernel/kernel.hpp"
#include "view.hpp"

namespace pom::test {

View view_of(const dse::Kernel&);

}  // namespace pom::test
