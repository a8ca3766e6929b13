#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dse/boards/tables/board.hpp"

namespace pom::dse::boards {

/// What lies off the chip behind one master port of the design: the arrays of a bundle.
struct Buffer {
  std::string array;
  std::string bundle;  ///< arrays of one bundle share a port; empty: the common one
  std::int64_t bytes = 0;
  std::string tag;  ///< the port that is asked for; empty: any
};

/// The port of each buffer, by place in Board::ports.
using Placement = std::vector<int>;

/// Why a buffer cannot lie where it would have to.
struct NoRoom {
  int buffer = 0;           ///< place in the list of buffers
  std::string description;  ///< "bank HBM[3] has 268435456 bytes, of which 1024 are taken"
};

struct Placed {
  Placement ports;
  std::optional<NoRoom> failed;
};

/// Gives each bundle a port of the board. A bundle whose buffers ask for a port gets that one; any other gets the port
/// with the fewest bundles among those that reach a bank with room for all of the bundle's buffers, the first listed of
/// several. Buffers in one bank take its capacity together. Tags that are asked for exist, and agree in a bundle.
Placed place_buffers(const Board&, const std::vector<Buffer>&);

}  // namespace pom::dse::boards
