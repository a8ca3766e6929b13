#pragma once
#include <map>
#include <string>
#include <vector>

#include "../polyhedral/brute_force.hpp"
#include "polyhedral/dataflow/channels.hpp"
#include "polyhedral/dataflow/storage.hpp"

namespace pom::test {

using Vector = std::vector<std::int64_t>;

/// Element → two times.
struct WalkedRange {
  std::map<Vector, std::pair<Vector, Vector>> times;

  std::int64_t most_alive() const;
};

/// A channel as it is found by walking every access in order.
struct WalkedChannel {
  std::vector<Vector> tokens;  ///< in the order of push
  std::map<Vector, Vector> push, need, pop;
  WalkedRange in_producer, in_consumer, in_converter, behind_converter;

  bool is_fifo() const { return in_producer.times.empty() && in_consumer.times.empty(); }
};

/// Walks the nests `producer` and `consumer` (by position) of the scheduled program.
WalkedChannel walk_channel(const poly::Scop&, int array, int producer, int consumer);

/// Runs through a live range with a buffer full of poison: every element is stored when its time begins, and must still
/// be in its cell when it ends. "": all were; else what went wrong.
std::string run_with_poison(const WalkedRange&, const poly::Storage&);

/// Compares the storage of a live range with what was walked: the bound, the size, and by execution. "": all agree.
std::string check_storage(const poly::Storage&, const WalkedRange&);

}  // namespace pom::test
