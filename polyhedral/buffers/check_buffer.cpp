#include "polyhedral/buffers/check_buffer.hpp"
#include "polyhedral/ir/note_of_mark.hpp"

#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/streaming/reuse.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

int level_of(const Scop& scop, const BufferMark& mark) {
  return level_of(scop.statements[mark.statement], LoopRef(var(mark.loop)));
}

bool have_loops_in_common(const Scop& scop, const BufferMark& a, const BufferMark& b) {
  if (a.statement < 0 || b.statement < 0) return true;  // one of the whole function
  if (a.statement == b.statement) return true;
  return share_loop(scop.statements[a.statement], scop.statements[b.statement],
                    std::min(level_of(scop, a), level_of(scop, b)));
}

}  // namespace

Diagnostic refuse_buffer(const Scop& scop, const BufferMark& mark, const std::string& reason) {
  const std::string where =
      mark.statement < 0 ? "" : " in loop \"" + mark.loop + "\" of \"" + scop.statements[mark.statement].name + "\"";
  std::string code = "bad-buffer";
  if (mark.accumulates) code = "bad-accumulator";
  return make_error(code,
                    "\"" + scop.program->arrays[mark.array]->name + "\" gets no " +
                        (mark.accumulates ? "accumulator" : "buffer") + where + ": " + reason,
                    mark.at);
}

bool is_in_pipeline(const Scop& scop, const Statement& inside, int level) {
  for (const Statement& statement : scop.statements) {
    for (int l = 0; l <= level; ++l) {
      if (&statement != &inside && !share_loop(statement, inside, l)) break;
      if (statement.loops[static_cast<std::size_t>(l)].pipeline) return true;
    }
  }
  return false;
}

Status check_accumulator(const Scop& scop, const BufferMark& mark, const Footprint& footprint, bool in_pipeline) {
  if (footprint.stored.is_empty()) return refuse_buffer(scop, mark, "no statement in the loop writes it");
  std::int64_t elements = 1;
  for (const std::int64_t extent : footprint.extents) {
    elements = in_pipeline && elements > most_registers / extent ? most_registers + 1 : elements * extent;
  }
  if (!in_pipeline || elements <= most_registers) return std::nullopt;
  return refuse_buffer(scop, mark,
                       "one iteration of a pipelined loop would copy more than " + std::to_string(most_registers) +
                           " elements at once; choose a loop inside or around");
}

Status check_banks(const Scop& scop, const BufferMark& mark, const Footprint& footprint) {
  for (const PartitionMark& bank : mark.banks) {
    const std::int64_t extent = footprint.extents[static_cast<std::size_t>(bank.dimension)];
    if (bank.kind == PartitionKind::complete || bank.factor <= extent) continue;
    const char* verb = bank.banking == Banking::partition ? "partition" : "reshape";
    Diagnostic error = make_error("bad-partition",
                                  std::string("cannot ") + verb + " \"" + mark.name + "\": factor " +
                                      std::to_string(bank.factor) + " of dimension " + std::to_string(bank.dimension) +
                                      " is above its extent, " + std::to_string(extent),
                                  bank.at);
    error.notes.push_back(
        note_of_mark("the buffer of \"" + scop.program->arrays[mark.array]->name + "\" is asked for", mark.at));
    return error;
  }
  return std::nullopt;
}

Status check_loops_around(const Scop& scop, const BufferMark& mark, int level) {
  if (mark.accumulates) return std::nullopt;
  const Statement& inside = scop.statements[mark.statement];
  for (const Statement& statement : scop.statements) {
    for (int l = 0; l <= level; ++l) {
      if (&statement != &inside && !share_loop(statement, inside, l)) break;
      const ScheduledLoop& loop = statement.loops[static_cast<std::size_t>(l)];
      if (!loop.pipeline && !loop.unroll) continue;
      const char* how = loop.pipeline ? "pipelined" : "unrolled";
      Diagnostic error =
          refuse_buffer(scop, mark, "loop \"" + loop.name + "\" is " + how + ", and would copy all at once");
      error.notes.push_back(note_of_mark(how, loop.pipeline ? loop.pipeline->at : loop.unroll->at));
      return error;
    }
  }
  return std::nullopt;
}

Status check_alone(const Scop& scop, const BufferMark& mark, std::span<const BufferMark> placed) {
  for (const BufferMark& other : placed) {
    if (other.array != mark.array || !have_loops_in_common(scop, mark, other)) continue;
    const std::string kind = other.accumulates ? "accumulator" : "buffer";
    Diagnostic error = refuse_buffer(scop, mark, "another " + kind + " has what is used there");
    error.notes.push_back(note_of_mark("it is asked for", other.at));
    return error;
  }
  return std::nullopt;
}

}  // namespace pom::poly
