#pragma once
#include <functional>
#include <vector>

#include "oracle.hpp"

namespace pom::fuzz {

/// Compiles all kernels as one translation unit by the host's compiler, without optimisation, and calls each on its
/// case's memory: a compiler's start for each would take most of the time. One list of findings per kernel.
/// `announce` is told which kernel comes next, because one that is wrong enough ends the process.
std::vector<std::vector<Finding>> run_on_host(const std::vector<Kernel>&,
                                              const std::function<void(std::uint64_t seed)>& announce);

}  // namespace pom::fuzz
