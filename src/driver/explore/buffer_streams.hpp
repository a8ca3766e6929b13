#pragma once
#include <memory>

#include "dsl/model/function.hpp"

namespace pom::driver {

/// The program for a search: each argument whose port is a stream, and of which no directive asks for a buffer, has one
/// for the whole function. The loops that use it may move then, and copies keep the order of the stream. Nothing
/// changes in a `dataflow` function, whose search moves no loops.
std::shared_ptr<dsl::Function> buffer_streams(std::shared_ptr<dsl::Function>);

}  // namespace pom::driver
