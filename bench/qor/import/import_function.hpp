#pragma once
#include <map>
#include <string>
#include <vector>

#include "bench/qor/description/program.hpp"
#include "bench/qor/import/expression_builder.hpp"
#include "bench/qor/import/parameter_constants.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

struct ImportedFunction {
  Function function;
  std::map<int, TripCount> promised_trips;       ///< by loop: what a directive says
  std::vector<ReturnedScalar> returned_scalars;  ///< their types are guesses
};

/// Imports one function of the program, after those that call it. Throws Unsupported.
ImportedFunction import_function(const Program&, int number, ParameterConstants&, std::vector<std::string>& notes);

}  // namespace pom::dse::qor
