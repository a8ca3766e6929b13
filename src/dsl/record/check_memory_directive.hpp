#pragma once
#include <optional>

#include "dsl/model/function.hpp"

namespace pom::dsl {

// What is wrong with the arguments of a directive on arrays, ports or the whole function, whatever the schedule does.

std::optional<Diagnostic> check_memory_directive(const Function&, const Partition&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Reshape&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const BindStorage&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Interface&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Stream&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const BufferAt&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Pack&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Broadcast&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Convert&, const Location& at);
std::optional<Diagnostic> check_memory_directive(const Function&, const Dataflow&, const Location& at);

}  // namespace pom::dsl
