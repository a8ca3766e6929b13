#pragma once
#include <cstdint>
#include <set>
#include <string>

namespace pom::dse::explore {

/// What a design may reach the memories off the chip by.
struct Masters {
  std::int64_t bits = 512;            ///< that the widest one moves in a cycle of the design; 0: elements only
  std::int64_t most = 1;              ///< those that lead to banks of their own in one kind of memory
  std::int64_t own_bits = 0;          ///< that one of these moves in a cycle
  std::set<std::string> placed = {};  ///< arrays whose bank is asked for
  bool host_layout = false;           ///< rows may be padded to whole words, and dealt out to several masters
};

}  // namespace pom::dse::explore
