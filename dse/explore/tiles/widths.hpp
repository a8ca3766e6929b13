#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "dse/explore/context/masters.hpp"
#include "dsl/model/function.hpp"

namespace pom::dse::explore {

/// How wide the words of arguments behind a bus may be.
struct PortWidths {
  /// Elements of a word, and ports that hand it over.
  struct Words {
    std::int64_t lanes = 1, ports = 1;
  };
  std::int64_t most_bits = 512;     ///< of a word; 0: elements
  bool host_layout = false;         ///< rows may be padded to whole words
  std::map<int, Words> asked = {};  ///< by array: of the program's own directives
  std::int64_t bits_of_port = 512;  ///< wider words come from several ports
  /// Arrays that have a single port, and the bits of its widest word.
  std::set<int> single = {};
  std::int64_t bits_of_single = 512;

  /// Elements of the widest word that the array may have: of those that take least words a row, the fewest.
  std::int64_t widest(const dsl::Function&, int array) const;
  /// Those that words of so many elements come from.
  std::int64_t ports(const dsl::Function&, int array, std::int64_t lanes) const;
};

/// Ports of at most so many bits, and what the program's own `pack` asks for.
PortWidths widest_ports(const dsl::Function&, std::int64_t most_bits);

/// The widths worth a search, the widest first: an adapter of 512 bits takes 30 block memories, one of 128 bits 8.
/// Words of several ports have the arguments only that keep the bus busy longest.
std::vector<PortWidths> list_widths(const dsl::Function&, const std::set<int>& arrays, const Masters&);

/// `A.pack(lanes)` for each of them, padded where its rows are no whole words, from as many ports as it needs.
Schedule pack_directives(const dsl::Function&, const std::map<int, std::int64_t>& lanes, const PortWidths&);

}  // namespace pom::dse::explore
