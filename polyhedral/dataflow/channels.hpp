#pragma once
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/dataflow/live_range.hpp"
#include "polyhedral/dataflow/process_time.hpp"

namespace pom::poly {

/// What the consumer needs of one array from the producer. A token is an element that it reads and the producer wrote
/// last. Tokens are sent in the order in which they are pushed.
struct Channel {
  int array = -1;                    ///< in Function::arrays
  int producer = -1, consumer = -1;  ///< in the list of processes
  /// Why the order is not known, so that only a memory can hold the array; "": it is known.
  std::string unknown = {};
  isl::map push;  ///< { A[…] -> [time] }: the token's last write, in the producer's time
  isl::map need;  ///< { A[…] -> [time] }: the token's first read, in the consumer's time
  isl::map pop;   ///< { A[…] -> [time] }: when the consumer takes it: when it first needs it or one pushed behind it
  isl::map uses;  ///< { A[…] -> [time] }: all reads of the token, in the consumer's time
  isl::map done;  ///< { A[…] -> [time] }: the token's last read, in the consumer's time
  LiveRange in_producer;  ///< from the first access to the last one, in the producer's time: accumulators
  LiveRange in_consumer;  ///< from pop to the last read, in the consumer's time: windows, lines, whole arrays

  /// No token waits for another one: nothing but a FIFO lies between the two.
  bool is_fifo() const { return unknown.empty() && in_producer.is_empty() && in_consumer.is_empty(); }
};

/// Which elements of an array one process needs from another: the direct flow dependences between the two.
struct Flow {
  int array = -1, producer = -1, consumer = -1;
  std::vector<const Dependence*> dependences;
};

/// By array, producer and consumer. `dependences`: of the program as written; outlives the list.
std::vector<Flow> list_flows(const Scop& scheduled, const Dependences& dependences, const std::vector<Process>&);

/// The channel of one flow.
Channel find_channel(const Scop& scheduled, const Dependences&, const std::vector<Process>&, const Flow&);

/// The channels of all flows.
std::vector<Channel> find_channels(const Scop& scheduled, const Dependences& dependences,
                                   const std::vector<Process>& processes);

/// A process between the two that changes the order, so that each token comes when it is needed.
struct Converter {
  LiveRange kept;    ///< from push until all that is needed before has been pushed, in the producer's time
  LiveRange behind;  ///< what the consumer still keeps, from the first read to the last one
};

/// Nothing where the order is unknown or takes too much work to derive.
std::optional<Converter> find_converter(const Channel&);

/// The tokens that come and go in one iteration, in the middle of a run.
struct Lanes {
  std::int64_t pushed = 1, popped = 1;
};
Lanes count_lanes(const Channel&);

}  // namespace pom::poly
