#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

struct StreamingCache;

/// What one channel of a `dataflow(Channels::automatic)` became.
struct StreamedChannel {
  std::string array, producer, consumer;  ///< names of the program; a process has the name of its first compute
  std::string fifo;                       ///< the array that carries the tokens
  std::string memory = {};                ///< why it is a memory and no FIFO; "": it is one
  int bits = 0;
  std::int64_t tokens = 0;
  std::int64_t lanes = 1;    ///< FIFOs side by side
  std::string buffer = {};   ///< the consumer's, "": it uses each token as it comes
  std::string waiting = {};  ///< the array of what comes before the window wants it; "": nothing does
  std::int64_t kept = 0;     ///< elements of both
  Alive alive = {};          ///< elements of the buffer that have to be kept

  /// So many are alive at once; 0: how many is not known, as one always is.
  std::int64_t no_fewer_than() const { return alive.exact || alive.count > 1 ? alive.count : 0; }
};

/// A scheduled program whose processes hand their arrays on through FIFOs.
struct Streaming {
  Scop scop;
  std::vector<StreamedChannel> channels;
};

/// Gives each process of a dataflow function arrays of its own and FIFOs between them.
///
/// The producer sends a token behind its last write of it, the consumer takes it into a buffer before it first needs it
/// (take_time.hpp), and both buffers keep only as many elements as are alive at once (keep_less.hpp). Sending and
/// taking are statements of the program like all others, so that their loops, guards and indices are generated as those
/// are, and every later stage checks them. Where the producer writes, or the consumer reads, each token once and in
/// order, it writes or reads the FIFO itself. A FIFO is as deep as it has tokens: nothing ever waits for space.
///
/// `dependences`: of the program as written, whose statements come first in the result. Error: `not-a-dataflow`, where
/// an array with several consumers cannot be sent. CountAlive::no: StreamedChannel::alive is not known.
/// `cache`: of programs that are streamed under several schedules. `given_up`: asked between arrays; true: the result
/// is not wanted any more, and becomes an error.
Result<Streaming> stream_channels(const Scop& scheduled, const Dependences& dependences, const IslContext&,
                                  CountAlive = CountAlive::yes, StreamingCache* cache = nullptr,
                                  const std::function<bool()>& given_up = {});

}  // namespace pom::poly
