#include "driver/explore/buffer_streams.hpp"

#include <algorithm>
#include <variant>

#include "dsl/model/ports.hpp"

namespace pom::driver {

namespace {

bool is_buffered(const Schedule& schedule, const std::string& array) {
  return std::any_of(schedule.begin(), schedule.end(), [&](const Directive& directive) {
    const auto* buffer = std::get_if<BufferAt>(&directive.primitive);
    return buffer && buffer->array == array;
  });
}

}  // namespace

std::shared_ptr<dsl::Function> buffer_streams(std::shared_ptr<dsl::Function> program) {
  Schedule& schedule = program->schedule;
  const bool dataflow = std::any_of(schedule.begin(), schedule.end(), [](const Directive& directive) {
    return std::holds_alternative<Dataflow>(directive.primitive);
  });
  if (dataflow) return program;
  Schedule buffers;
  for (const Directive& directive : schedule) {
    const auto* port = std::get_if<Interface>(&directive.primitive);
    if (!port || !dsl::is_stream_mode(port->mode) || is_buffered(schedule, port->port)) continue;
    BufferAt whole;
    whole.array = port->port;
    buffers.push_back({whole, directive.at});
  }
  schedule.insert(schedule.end(), buffers.begin(), buffers.end());
  return program;
}

}  // namespace pom::driver
