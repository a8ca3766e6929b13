#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <pom/location.hpp>

namespace pom::poly {

/// A hardware decision, and the directive that made it.
struct PipelineMark {
  int interval = 1;  ///< initiation interval asked for, in cycles
  Location at;
};

struct UnrollMark {
  std::int64_t factor = 0;  ///< 0: completely
  Location at;
};

enum class PartitionKind { cyclic, block, complete };

/// Whether the pieces of a dimension become memories of their own, or lie side by side in wider words of one.
enum class Banking { partition, reshape };

/// How one dimension of one array is cut.
struct PartitionMark {
  int array = -1;     ///< in Function::arrays
  int dimension = 0;  ///< 0 = first (the pragma counts from 1)
  PartitionKind kind = PartitionKind::cyclic;
  std::int64_t factor = 1;  ///< complete: the extent of the dimension
  Location at;
  Banking banking = Banking::partition;
};

/// The memory that an array is built from, in the vendor's words.
struct StorageMark {
  int array = -1;
  std::string type, implementation;
  int latency = -1;  ///< -1: the tool's choice
  Location at;
};

/// The protocol of a port: of an array or scalar argument, or "return" for the function.
struct PortMark {
  std::string port, mode, bundle;
  Location at;
};

/// A local array that is a FIFO, or several side by side: the lane of an element is, in each dimension, its index
/// modulo a number.
struct StreamMark {
  int array = -1;
  int depth = 2;  ///< of each lane
  Location at;
  std::vector<std::int64_t> lanes = {};  ///< by dimension; empty: one FIFO
};

/// In each iteration of a loop of the statement, an array of the function holds what is used of another one: of an
/// argument, or as an accumulator of any array that the loop writes.
struct BufferMark {
  int array = -1;
  int statement = -1;  ///< -1: the whole function, and no loop
  std::string loop;
  Location at;
  bool accumulates = false;
  std::string name = {};                    ///< of the buffer; empty: it has none of its own
  bool banked = false;                      ///< a directive speaks of its banks
  std::vector<PartitionMark> banks = {};    ///< of the buffer, not of `array`
  std::optional<StorageMark> storage = {};  ///< of the buffer, not of `array`
};

/// Iterations of a loop of the statement, and of loops inside, hand on to each other what they read of an array.
struct ReuseMark {
  int array = -1;
  int statement = -1;
  std::string loop;
  Location at;
};

/// The nests of these statements are one process of the dataflow.
struct ProcessMark {
  std::string name;
  std::vector<int> statements;
  Location at;
};

/// A statement that moves a window, in a loop whose iterations all are one run: with those in which the window fills.
struct WindowMark {
  int statement = -1;
  int level = 0;  ///< of the loop
};

/// Loads, work and stores of a loop's iterations are processes of a dataflow in the loop's body.
struct RegionMark {
  int statement = -1;  ///< in the loop
  std::string loop;
  Location at;
  std::vector<int> buffers;                     ///< the arrays that the body declares: known once they are placed
  std::vector<std::vector<int>> loads, stores;  ///< statements, for each process; all others are the work
};

/// The port of an argument hands over words of several elements.
struct PackMark {
  int array = -1;
  std::int64_t lanes = 1;  ///< elements of a word
  Location at;
  std::int64_t ports = 1;  ///< that hand over a word together
};

/// What operations of a statement are built from.
struct BindingMark {
  std::string operation, implementation;
  int latency = -1;
  Location at;
};

/// The nest that holds the statement becomes a function.
struct FunctionMark {
  std::string name;
  Location at;
};

/// The user asks what is proved about an array between iterations of a loop.
struct FactRequest {
  std::string loop;
  int array = -1;
  Location at;
};

/// Decisions that belong to no statement.
struct HardwareMarks {
  std::vector<PartitionMark> partitions;
  std::set<int> banked;  ///< arrays of whose banks a directive speaks, were it to say that there is one
  std::vector<StorageMark> storages;
  std::vector<PortMark> ports;
  std::vector<StreamMark> streams;
  std::vector<BufferMark> buffers;
  std::vector<ReuseMark> reuses;
  std::vector<WindowMark> windows;  ///< what `reuses` became
  std::vector<ProcessMark> processes;
  std::vector<RegionMark> regions;
  std::vector<PackMark> packs;
  std::optional<Location> dataflow;  ///< the top-level nests are concurrent processes
  bool automatic_channels = false;   ///< of the dataflow: FIFOs take the place of its local arrays

  /// What is said of the port of that name, "return" for the function's; nullptr: nothing.
  const PortMark* find_port(const std::string& name) const {
    for (const PortMark& mark : ports) {
      if (mark.port == name) return &mark;
    }
    return nullptr;
  }

  /// What makes a FIFO of the array, an index in Function::arrays; nullptr: it is none.
  const StreamMark* find_stream(int array) const {
    for (const StreamMark& mark : streams) {
      if (mark.array == array) return &mark;
    }
    return nullptr;
  }

  /// Whether hardware may read the array at any index where a select does not take what it reads: that is a matter of
  /// memories. What a bus or a FIFO is asked for, it hands over.
  bool may_read_aside(int array, const std::string& name) const {
    const PortMark* port = find_port(name);
    const bool is_memory = !port || (port->mode != "m_axi" && port->mode != "axis" && port->mode != "ap_fifo");
    return is_memory && !find_stream(array);
  }
};

}  // namespace pom::poly
