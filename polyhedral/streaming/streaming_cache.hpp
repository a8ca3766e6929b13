#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "polyhedral/ir/cut_short.hpp"
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
  template <class T>
  struct Answer {
    std::optional<T> value;
    bool cut_short = false;  ///< time ended before isl had answered
  };
  template <class T>
  using Answers = std::map<std::string, Answer<T>>;

  Answers<KnownChannel> channels;
  std::map<std::string, const KnownChannel*> alike;  ///< of `channels`: the first one of each kind, names apart
  Answers<std::string> dependences;                  ///< as text, names apart
  Answers<isl::map> orders;                          ///< of what one iteration takes or sends
  Answers<KnownBuffer> buffers;
  Answers<std::vector<std::int64_t>> lanes;
};

/// The answer under a key, which is made only once, and again where time cut it short. The reference holds as long as
/// the cache.
template <class T>
const T& recall(StreamingCache::Answers<T>& known, const std::string& key, const std::function<T()>& make) {
  StreamingCache::Answer<T>& answer = known[key];
  if (answer.value && !answer.cut_short) return *answer.value;
  const unsigned long before = count_cut_short();
  answer.value = make();
  answer.cut_short = count_cut_short() != before;
  return *answer.value;
}

/// order_in_iteration, asked once for arrays that differ in their names only.
isl::map recall_order(StreamingCache&, const isl::map& push, const TakeTime&, bool unrolled);

/// All that the times of a process's statements depend on, and what they use of one array. -1: of none.
std::string text_of(const Scop&, const Process&, int array = -1);

/// As above, of one array without names of arrays and statements: processes that are alike, as the layers of a network,
/// have the same.
std::string nameless_text_of(const Scop&, const Process&, int array);

/// The same of all statements that use an array.
std::string text_of_users(const Scop&, int array);

}  // namespace pom::poly
