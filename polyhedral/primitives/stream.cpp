#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

/// Whether the orders agree is a question to the final schedule: dataflow/check_dataflow.hpp.
Status check(const Stream& directive, const Scop& scop, const Location& at) {
  if (Status unused = check_used(scop, directive.array, "stream", at)) return unused;
  const int array = scop.program->find_array(directive.array);
  if (const StreamMark* mark = scop.hardware.find_stream(array)) {
    Diagnostic error = make_error("conflicting-mark", "\"" + directive.array + "\" is already a stream", at);
    error.notes.push_back(note_of_mark("made one", mark->at));
    return error;
  }
  for (const StorageMark& mark : scop.hardware.storages) {
    if (mark.array != array) continue;
    Diagnostic error = make_error("bad-binding",
                                  "\"" + directive.array + "\" cannot be a stream: its storage is bound to " +
                                      mark.type + "\nbind a stream behind \"stream\", to a fifo",
                                  at);
    error.notes.push_back(note_of_mark("bound", mark.at));
    return error;
  }
  return std::nullopt;
}

void apply(const Stream& directive, Scop& scop, const Location& at) {
  scop.hardware.streams.push_back({scop.program->find_array(directive.array), directive.depth, at});
}

}  // namespace pom::poly
