#pragma once
#include <cstdint>
#include <set>
#include <string>

namespace pom::dse::explore {

/// The AXI masters through which a design reaches the memories off the chip.
struct Masters {
  std::int64_t bits = 512;            ///< that the widest master moves in a cycle of the design; 0: single elements
  std::int64_t most = 1;              ///< masters that can have a bank of one kind of memory for themselves
  std::int64_t own_bits = 0;          ///< that one of these masters moves in a cycle
  std::set<std::string> placed = {};  ///< arrays whose bank is asked for
  bool host_layout = false;           ///< rows may be padded to whole words, and dealt out to several masters
};

}  // namespace pom::dse::explore
