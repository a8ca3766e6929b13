#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// What lies in the loop, and whether it holds copies, is a question to the final schedule: buffers/place_buffers.hpp.
Status check(const BufferAt& directive, const Scop& scop, const Location& at) {
  if (Status unused = check_used(scop, directive.array, "buffer", at)) return unused;
  if (directive.compute.empty()) return std::nullopt;
  const Result<int> level = find_loop(statement_of(scop, directive.compute), directive.loop, at);
  if (!level) return level.errors().front();
  return std::nullopt;
}

void apply(const BufferAt& directive, Scop& scop, const Location& at) {
  BufferMark mark;
  mark.array = scop.program->find_array(directive.array);
  mark.name = directive.name;
  mark.at = at;
  if (!directive.compute.empty()) {
    const Statement& statement = statement_of(scop, directive.compute);
    mark.statement = scop.program->find_compute(directive.compute);
    mark.loop = statement.loops[static_cast<std::size_t>(level_of(statement, directive.loop))].name;
  }
  scop.hardware.buffers.push_back(std::move(mark));
}

int find_named_buffer(const Scop& scop, const std::string& name) {
  const std::vector<BufferMark>& buffers = scop.hardware.buffers;
  const auto named = std::find_if(buffers.begin(), buffers.end(),
                                  [&](const BufferMark& mark) { return !mark.name.empty() && mark.name == name; });
  return named == buffers.end() ? -1 : static_cast<int>(named - buffers.begin());
}

bool is_buffered(const Scop& scop, const std::string& array) {
  const auto& buffers = scop.hardware.buffers;
  return std::any_of(buffers.begin(), buffers.end(),
                     [&](const BufferMark& mark) { return mark.array == scop.program->find_array(array); });
}

}  // namespace pom::poly
