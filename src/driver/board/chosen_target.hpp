#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pom/compile.hpp>

#include "dse/boards/tables/board.hpp"
#include "dse/devices/tables/target.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// An array argument that lies in a memory off the chip, or the part of one that one of its ports brings.
struct OffChip {
  std::string array;
  std::string argument;  ///< of the kernel: the array, or "A_0" of one with several ports
  int ports = 1;         ///< of the array
  std::string bundle;    ///< the master port of the design; arrays of one bundle share it
  std::int64_t bytes = 0, element_bytes = 0;
  int port = 0;  ///< place in Board::ports
};

/// What a design is built for.
struct ChosenTarget {
  dse::devices::Device device;
  double clock_ns = 0;
  std::optional<dse::boards::Board> board;
  std::vector<OffChip> off_chip = {};  ///< with a board: the arguments that its memories hold

  /// The same for estimates; valid as long as this object.
  dse::devices::Target for_estimates() const {
    dse::devices::Target target;
    target.device = &device;
    target.clock_ns = clock_ns;
    return target;
  }
};

/// The board, chip and clock that the options name. What is wrong with them is appended to `wrong`: `unknown-board`,
/// `unknown-device`, `board-mismatch`, `bad-clock`.
ChosenTarget choose_target(const CompileOptions&, const Location& at, std::vector<Diagnostic>& wrong);

/// The warning `slow-clock`: the period looks like a frequency in MHz; or `fast-clock`: no chip has such a clock.
Status check_clock(double clock_ns, const Location& at);

}  // namespace pom::driver
