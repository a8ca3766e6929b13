#pragma once
#include <string>

#include "polyhedral/buffers/place_buffers.hpp"

namespace pom::poly {

/// Banks for one of the arrays of a buffer, where no directive speaks of them; at least one for each element of a word.
void choose_banks(Scop&, const PlacedBuffer&, const std::string& array);

}  // namespace pom::poly
