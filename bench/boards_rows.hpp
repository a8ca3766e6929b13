#pragma once
#include <functional>
#include <string>
#include <vector>

#include "measure.hpp"

/// A design of somebody else, or of another place, for the same work.
struct Rival {
  double cycles = 0;        ///< 0: there is none
  std::string failed = "";  ///< why there is none
};

/// A program for a board, as written, with its arguments still in ports of the chip.
struct BoardRow {
  std::string name;
  Build build;
  pom::DseOptions options;  ///< with the board; without one the design is for the default chip alone
  std::function<Rival()> rival = nullptr;

  std::string board() const { return options.board.empty() ? "xc7z020" : options.board; }
  /// What --only is compared with.
  std::string title() const { return name + " " + board(); }
};

struct BoardTable {
  std::string title;
  std::vector<BoardRow> rows;
  std::string rival;      ///< whose design stands beside: the heading of its column
  std::string rival_key;  ///< the same in the JSON
};

/// Each argument of the program behind a bundle of its own, as if the program said so. What it says of banks of
/// arguments falls away, since memories outside have none.
pom::function on_bus(pom::function program);

/// All tables of `pom-bench boards`.
std::vector<BoardTable> board_tables(const BenchOptions&);
