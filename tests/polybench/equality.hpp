#pragma once
#include <string>

#include "reference/arguments.hpp"

namespace polybench {

using Reference = void (*)(Dataset, reference::Arguments&);

/// A kernel and what it must compute.
struct Case {
  Kernel kernel;
  Reference reference;
  Reference prepare = nullptr;  ///< turns pseudo-random contents into valid data; null: every content is valid
};

/// Throws std::logic_error for a kernel without a reference.
Case case_of(const Kernel&);

/// Runs the reference and, on equal memories, the program as written (interpreted), its affine module (JIT) and its HLS
/// C++ (host compiler), the latter two as written and scheduled. "" when all contents are equal bit for bit and finite,
/// else the first difference, or the library's refusal.
std::string difference(const Case&, Dataset);

/// "" when the scheduled program is the same program, is accepted, and pipelines a loop; else what is wrong. Executes
/// nothing.
std::string schedule_fault(const Kernel&, Dataset);

/// The schedule interchanges, splits, tiles or skews a loop.
bool transforms_loops(const Kernel&, Dataset);

}  // namespace polybench
