#pragma once
#include <string>

#include "dsl/model/function.hpp"

/// Arrays of the test bench, which are too large for a stack.
namespace pom::backend {

/// "[4][8]", "[1]" of an array of one element.
std::string extents_text(const dsl::Array&);

/// Bytes of all arrays of the test bench.
std::int64_t lasting_bytes(const dsl::Function&);

/// More bytes than static arrays may have together: the addresses of the small memory model end at 2 GiB.
bool exceeds_static_memory(const dsl::Function&);

/// What says how much memory the test bench needs where there is less; to stand in front of the arrays on the heap.
std::string memory_check(const dsl::Function&);

/// "static float A[8][8];" and the end of the line; or a pointer to such an array on the heap, which is used alike.
std::string lasting_array(const dsl::Array&, const std::string& name, bool on_heap);
/// The same of an argument as the kernel takes it, in words.
std::string lasting_words(const dsl::Array&, const std::string& name, bool on_heap);

}  // namespace pom::backend
