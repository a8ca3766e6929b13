#include <algorithm>

#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

/// A schedule that a search found says again what it kept of the program's own.
bool is_same(const StorageMark& mark, const BindStorage& directive) {
  return mark.type == directive.type && mark.implementation == directive.implementation &&
         mark.latency == directive.latency;
}

}  // namespace

Status check(const BindStorage& directive, const Scop& scop, const Location& at) {
  if (Status unused = check_used(scop, directive.array, "bind the storage of", at)) return unused;
  const int array = scop.program->find_array(directive.array);
  for (const StorageMark& mark : scop.hardware.storages) {
    if (mark.array != array) continue;
    if (is_same(mark, directive)) return std::nullopt;
    Diagnostic error =
        make_error("conflicting-mark", "the storage of \"" + directive.array + "\" is already bound", at);
    error.notes.push_back({"bound to " + mark.type + " here", mark.at});
    return error;
  }
  const bool streamed = scop.hardware.find_stream(array) != nullptr;
  if (streamed && directive.type != "fifo")
    return make_error(
        "bad-binding",
        "cannot bind the storage of \"" + directive.array + "\": a stream is a fifo, no " + directive.type, at);
  if (const std::string mode = outside_mode(scop, directive.array);
      !mode.empty() && !is_buffered(scop, directive.array))
    return make_error("bad-binding",
                      "cannot bind the storage of \"" + directive.array + "\": behind an " + mode +
                          " port it lies outside the design",
                      at);
  if (directive.type != "fifo" || streamed) return std::nullopt;
  return make_error(
      "bad-binding",
      "cannot bind the storage of \"" + directive.array + "\": it is no FIFO before \"stream\" made it one", at);
}

void apply(const BindStorage& directive, Scop& scop, const Location& at) {
  const int array = scop.program->find_array(directive.array);
  const std::vector<StorageMark>& marks = scop.hardware.storages;
  if (std::any_of(marks.begin(), marks.end(), [&](const StorageMark& mark) { return mark.array == array; })) return;
  scop.hardware.storages.push_back({array, directive.type, directive.implementation, directive.latency, at});
}

}  // namespace pom::poly
