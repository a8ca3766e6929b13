#pragma once
#include <string>

#include "dsl/model/function.hpp"

/// Arrays of the test bench, which are too large for a stack.
namespace pom::backend {

/// "[4][8]", "[1]" of an array of one element.
std::string extents_text(const dsl::Array&);

/// More bytes of arrays than static ones may have together: the addresses of the small memory model end at 2 GiB.
bool exceeds_static_memory(const dsl::Function&);

/// "static float A[8][8];" and the end of the line; or a pointer to such an array on the heap, which is used alike.
std::string lasting_array(const dsl::Array&, const std::string& name, bool on_heap);

}  // namespace pom::backend
