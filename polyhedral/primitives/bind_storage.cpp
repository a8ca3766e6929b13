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

bool is_rom(const std::string& storage_type) { return storage_type.starts_with("rom"); }

Status check(const BindStorage& directive, const Scop& scop, const Location& at) {
  const auto already_bound = [&](const StorageMark& mark) {
    Diagnostic error =
        make_error("conflicting-mark", "the storage of \"" + directive.array + "\" is already bound", at);
    error.notes.push_back(note_of_mark("bound to " + mark.type, mark.at));
    return error;
  };
  const auto refuse = [&](const std::string& reason) {
    return make_error("bad-binding", "cannot bind the storage of \"" + directive.array + "\": " + reason, at);
  };
  const char* loaded = "a copy fills the buffer, but a ROM is read only";
  const char* no_fifo = "it is no FIFO before \"stream\" made it one";
  if (const int buffer = find_named_buffer(scop, directive.array); buffer >= 0) {
    const std::optional<StorageMark>& own = scop.hardware.buffers[buffer].storage;
    if (own && !is_same(*own, directive)) return already_bound(*own);
    if (directive.type == "fifo") return refuse(no_fifo);
    if (is_rom(directive.type)) return refuse(loaded);
    return std::nullopt;
  }
  if (Status unused = check_used(scop, directive.array, "bind the storage of", at)) return unused;
  const int array = scop.program->find_array(directive.array);
  for (const StorageMark& mark : scop.hardware.storages) {
    if (mark.array != array) continue;
    if (is_same(mark, directive)) return std::nullopt;
    return already_bound(mark);
  }
  const bool streamed = scop.hardware.find_stream(array) != nullptr;
  if (streamed && directive.type != "fifo") return refuse("a stream is a fifo, no " + directive.type);
  if (const std::string mode = outside_mode(scop, directive.array);
      !mode.empty() && !is_buffered(scop, directive.array))
    return refuse("behind an " + mode + " port it lies outside the design");
  if (is_rom(directive.type) && !outside_mode(scop, directive.array).empty()) return refuse(loaded);
  if (directive.type != "fifo" || streamed) return std::nullopt;
  return refuse(no_fifo);
}

void apply(const BindStorage& directive, Scop& scop, const Location& at) {
  const int buffer = find_named_buffer(scop, directive.array);
  const int array = buffer < 0 ? scop.program->find_array(directive.array) : scop.hardware.buffers[buffer].array;
  const StorageMark made{array, directive.type, directive.implementation, directive.latency, at};
  if (buffer >= 0) {
    scop.hardware.buffers[buffer].storage = made;
    return;
  }
  const std::vector<StorageMark>& marks = scop.hardware.storages;
  if (std::any_of(marks.begin(), marks.end(), [&](const StorageMark& mark) { return mark.array == array; })) return;
  scop.hardware.storages.push_back(made);
}

}  // namespace pom::poly
