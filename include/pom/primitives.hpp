#pragma once
#include <string>
#include <variant>
#include <vector>

#include "location.hpp"
#include "primitives/accumulate_at.hpp"
#include "primitives/after.hpp"
#include "primitives/bind_op.hpp"
#include "primitives/bind_storage.hpp"
#include "primitives/broadcast.hpp"
#include "primitives/buffer_at.hpp"
#include "primitives/convert.hpp"
#include "primitives/dataflow.hpp"
#include "primitives/dependence.hpp"
#include "primitives/distribute.hpp"
#include "primitives/double_buffer.hpp"
#include "primitives/expand.hpp"
#include "primitives/flatten_off.hpp"
#include "primitives/fuse.hpp"
#include "primitives/inline.hpp"
#include "primitives/interchange.hpp"
#include "primitives/interface.hpp"
#include "primitives/pack.hpp"
#include "primitives/partition.hpp"
#include "primitives/peel.hpp"
#include "primitives/pipeline.hpp"
#include "primitives/process.hpp"
#include "primitives/reorder.hpp"
#include "primitives/reshape.hpp"
#include "primitives/reuse_at.hpp"
#include "primitives/reverse.hpp"
#include "primitives/rfactor.hpp"
#include "primitives/separate.hpp"
#include "primitives/shift.hpp"
#include "primitives/skew.hpp"
#include "primitives/split.hpp"
#include "primitives/stream.hpp"
#include "primitives/tile.hpp"
#include "primitives/unroll.hpp"

namespace pom {

/// The list of all primitives: those that rewrite the program, those that move instances, those that cut loops without
/// moving any, those that mark loops and statements, those on arrays and on the whole function.
using Primitive = std::variant<Rfactor, Expand, Broadcast, Convert, Interchange, Reorder, Split, Tile, Skew, Reverse,
                               Shift, After, Fuse, Distribute, Peel, Separate, Pipeline, Unroll, FlattenOff, BindOp,
                               DependenceFact, InlineOff, Partition, Reshape, BindStorage, Interface, Pack, Stream,
                               Dataflow, ProcessGroup, BufferAt, AccumulateAt, ReuseAt, DoubleBuffer>;

/// One line of a schedule, and where the user wrote it.
struct Directive {
  Primitive primitive;
  Location at;
};

/// An ordered list of directives: printable as DSL source, replayable, editable.
using Schedule = std::vector<Directive>;

/// The directive as a line of DSL source, without the final semicolon: "s.split(i, 4, i0, i1)".
std::string to_string(const Directive&);

}  // namespace pom
