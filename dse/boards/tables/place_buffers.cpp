#include "dse/boards/tables/place_buffers.hpp"

#include <algorithm>

namespace pom::dse::boards {

namespace {

/// The buffers of one bundle: they go through one port.
struct Bundle {
  std::string name, tag;
  std::vector<int> buffers;
  std::int64_t bytes = 0;
};

std::vector<Bundle> bundles_of(const std::vector<Buffer>& buffers) {
  std::vector<Bundle> bundles;
  for (std::size_t n = 0; n < buffers.size(); ++n) {
    const Buffer& buffer = buffers[n];
    auto bundle =
        std::find_if(bundles.begin(), bundles.end(), [&](const Bundle& known) { return known.name == buffer.bundle; });
    if (bundle == bundles.end()) bundle = bundles.insert(bundles.end(), Bundle{buffer.bundle, "", {}, 0});
    bundle->buffers.push_back(static_cast<int>(n));
    bundle->bytes += buffer.bytes;
    if (!buffer.tag.empty()) bundle->tag = buffer.tag;
  }
  // What is asked for comes first, so that nothing else takes its room.
  std::stable_partition(bundles.begin(), bundles.end(), [](const Bundle& bundle) { return !bundle.tag.empty(); });
  return bundles;
}

/// Counts what is in the banks and behind the ports.
class Occupation {
 public:
  explicit Occupation(const Board& board) : board_(board), bundles_(board.ports.size(), 0) {
    for (const Memory& memory : board.memories) free_.emplace_back(memory.banks, memory.bank_bytes);
  }

  /// The bank of the port with most room.
  int emptiest_bank(const Port& port) const {
    if (port.bank >= 0) return port.bank;
    const std::vector<std::int64_t>& banks = free_[port.memory];
    return static_cast<int>(std::max_element(banks.begin(), banks.end()) - banks.begin());
  }
  std::int64_t room(const Port& port) const { return free_[port.memory][emptiest_bank(port)]; }
  int bundles(int port) const { return bundles_[port]; }

  void take(int port, std::int64_t bytes) {
    const Port& taken = board_.ports[port];
    free_[taken.memory][emptiest_bank(taken)] -= bytes;
    ++bundles_[port];
  }

 private:
  const Board& board_;
  std::vector<std::vector<std::int64_t>> free_;  ///< bytes, by memory and bank
  std::vector<int> bundles_;                     ///< by port
};

/// The port for the bundle; -1: it has room nowhere.
int choose_port(const Board& board, const Bundle& bundle, const Occupation& occupation) {
  int best = -1;
  for (std::size_t n = 0; n < board.ports.size(); ++n) {
    const int port = static_cast<int>(n);
    if (!bundle.tag.empty() && board.ports[n].tag != bundle.tag) continue;
    if (occupation.room(board.ports[n]) < bundle.bytes) continue;
    if (best < 0 || occupation.bundles(port) < occupation.bundles(best)) best = port;
  }
  return best;
}

/// Says what the ports that come into question have room for.
std::string describe_room(const Board& board, const Bundle& bundle, const Occupation& occupation) {
  std::int64_t most = 0, capacity = 0;
  std::string where;
  for (const Port& port : board.ports) {
    if (!bundle.tag.empty() && port.tag != bundle.tag) continue;
    if (!where.empty() && occupation.room(port) <= most) continue;
    most = occupation.room(port);
    capacity = board.memories[port.memory].bank_bytes;
    where = port.tag;
  }
  return "behind " + where + (bundle.tag.empty() ? ", where most room is left," : "") + " are " +
         std::to_string(capacity) + " bytes, of which " + std::to_string(capacity - most) + " are taken";
}

}  // namespace

Placed place_buffers(const Board& board, const std::vector<Buffer>& buffers) {
  Placed placed{Placement(buffers.size(), -1), std::nullopt};
  Occupation occupation(board);
  for (const Bundle& bundle : bundles_of(buffers)) {
    const int port = choose_port(board, bundle, occupation);
    if (port < 0) {
      const auto largest = std::max_element(bundle.buffers.begin(), bundle.buffers.end(),
                                            [&](int a, int b) { return buffers[a].bytes < buffers[b].bytes; });
      placed.failed = NoRoom{*largest, describe_room(board, bundle, occupation)};
      return placed;
    }
    for (const int buffer : bundle.buffers) placed.ports[buffer] = port;
    occupation.take(port, bundle.bytes);
  }
  return placed;
}

}  // namespace pom::dse::boards
