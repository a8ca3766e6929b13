#pragma once
#include <pom/primitives.hpp>

#include "polyhedral/ir/note_of_mark.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/findings.hpp"
#include "support/result.hpp"

/// One pair of functions for each primitive, in the file of its name: `check` tests the local preconditions (existing
/// loops, factors, names, marks), `apply` edits loops, positions or marks of a scop that passed. Neither looks at a
/// dependence: legality.hpp does. A primitive without its pair does not compile: apply_schedule.cpp calls both for
/// every alternative of `Primitive` but those that rewrite the program (rewrite.hpp).
namespace pom::poly {

Status check(const Interchange&, const Scop&, const Location& at);
Status check(const Reorder&, const Scop&, const Location& at);
Status check(const Split&, const Scop&, const Location& at);
Status check(const Tile&, const Scop&, const Location& at);
Status check(const Skew&, const Scop&, const Location& at);
Status check(const Reverse&, const Scop&, const Location& at);
Status check(const Shift&, const Scop&, const Location& at);
Status check(const After&, const Scop&, const Location& at);
Status check(const Fuse&, const Scop&, const Location& at);
Status check(const Distribute&, const Scop&, const Location& at);
Status check(const Peel&, const Scop&, const Location& at);
Status check(const Separate&, const Scop&, const Location& at);
Status check(const Pipeline&, const Scop&, const Location& at);
Status check(const Unroll&, const Scop&, const Location& at);
Status check(const FlattenOff&, const Scop&, const Location& at);
Status check(const BindOp&, const Scop&, const Location& at);
Status check(const DependenceFact&, const Scop&, const Location& at);
Status check(const InlineOff&, const Scop&, const Location& at);
Status check(const Partition&, const Scop&, const Location& at);
Status check(const Reshape&, const Scop&, const Location& at);
Status check(const BindStorage&, const Scop&, const Location& at);
Status check(const Interface&, const Scop&, const Location& at);
Status check(const Stream&, const Scop&, const Location& at);
Status check(const Dataflow&, const Scop&, const Location& at);
Status check(const BufferAt&, const Scop&, const Location& at);
Status check(const DoubleBuffer&, const Scop&, const Location& at);
Status check(const ReuseAt&, const Scop&, const Location& at);
Status check(const AccumulateAt&, const Scop&, const Location& at);
Status check(const ProcessGroup&, const Scop&, const Location& at);
Status check(const Pack&, const Scop&, const Location& at);

void apply(const Interchange&, Scop&, const Location& at);
void apply(const Reorder&, Scop&, const Location& at);
void apply(const Split&, Scop&, const Location& at);
void apply(const Tile&, Scop&, const Location& at);
void apply(const Skew&, Scop&, const Location& at);
void apply(const Reverse&, Scop&, const Location& at);
void apply(const Shift&, Scop&, const Location& at);
void apply(const After&, Scop&, const Location& at);
void apply(const Fuse&, Scop&, const Location& at);
void apply(const Distribute&, Scop&, const Location& at);
void apply(const Peel&, Scop&, const Location& at);
void apply(const Separate&, Scop&, const Location& at);
void apply(const Pipeline&, Scop&, const Location& at);
void apply(const Unroll&, Scop&, const Location& at);
void apply(const FlattenOff&, Scop&, const Location& at);
void apply(const BindOp&, Scop&, const Location& at);
void apply(const DependenceFact&, Scop&, const Location& at);
void apply(const InlineOff&, Scop&, const Location& at);
void apply(const Partition&, Scop&, const Location& at);
void apply(const Reshape&, Scop&, const Location& at);
void apply(const BindStorage&, Scop&, const Location& at);
void apply(const Interface&, Scop&, const Location& at);
void apply(const Stream&, Scop&, const Location& at);
void apply(const Dataflow&, Scop&, const Location& at);
void apply(const BufferAt&, Scop&, const Location& at);
void apply(const DoubleBuffer&, Scop&, const Location& at);
void apply(const ReuseAt&, Scop&, const Location& at);
void apply(const AccumulateAt&, Scop&, const Location& at);
void apply(const ProcessGroup&, Scop&, const Location& at);
void apply(const Pack&, Scop&, const Location& at);

/// `unused-array`: no compute reads or writes it.
Status check_used(const Scop&, const std::string& array, const char* verb, const Location& at);

/// The protocol by which an array outside of the design is reached, an AXI master or a stream; empty: it is a memory
/// that banks and storage can be said of.
std::string outside_mode(const Scop&, const std::string& array);
/// A loop has a buffer of the array (BufferMark).
bool is_buffered(const Scop&, const std::string& array);

/// A storage type of bind_storage that nothing can be written to: rom_1p, rom_2p, rom_np.
bool is_rom(const std::string& storage_type);

/// The place in HardwareMarks::buffers of the one with this name; -1: there is none.
int find_named_buffer(const Scop&, const std::string& name);

}  // namespace pom::poly
