#pragma once
#include <functional>
#include <map>
#include <string>

#include "polyhedral/streaming/channel_plan.hpp"
#include "polyhedral/streaming/keep_less.hpp"

namespace pom::poly {

/// A channel and how it is carried.
struct KnownChannel {
  Channel channel;
  ChannelPlan plan;  ///< without its channel
};

/// Where the elements of an array of one process are kept.
struct KnownBuffer {
  std::optional<Cells> less;  ///< fewer cells than elements
  Storage storage;            ///< with whole banks
  std::vector<PartitionMark> banks;
};

/// Answers of isl about the channels of one program under schedules that were tried before, by all that they depend on.
/// A search schedules one process differently and leaves the others as they are. Of one isl context, which must live
/// longer, and one program as written.
struct StreamingCache {
  std::map<std::string, KnownChannel> channels;
  std::map<std::string, KnownBuffer> buffers;
  std::map<std::string, std::vector<std::int64_t>> lanes;
};

/// The answer under a key, which is made only once.
template <class T>
const T& recall(std::map<std::string, T>& known, std::string key, const std::function<T()>& make) {
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(std::move(key), make()).first->second;
}

/// All that the times of a process's statements depend on, and what they use of one array. -1: of none.
std::string text_of(const Scop&, const Process&, int array = -1);

/// The same of all statements that use an array.
std::string text_of_users(const Scop&, int array);

}  // namespace pom::poly
