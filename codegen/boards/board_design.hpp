#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::backend {

/// An argument of the kernel that lies in a memory of the board.
struct BoardBuffer {
  std::string argument;
  std::string tag;   ///< the board's port: what `sp=` names
  std::string bank;  ///< behind that port; buffers in one bank share it
  std::int64_t bank_bytes = 0;
};

/// How a design gets onto the board.
enum class BoardFlow { vitis_pcie, vitis_embedded, vivado };

/// A design whose arrays all lie in memories of a board.
struct BoardDesign {
  std::string board, title;  ///< "kv260", "AMD Kria KV260 vision starter kit"
  std::string part;          ///< ordering code of the chip
  std::string platform;      ///< what v++ calls the board; empty: the installation's own name
  BoardFlow flow = BoardFlow::vivado;
  double clock_ns = 10;
  std::vector<BoardBuffer> buffers;  ///< in the order of the kernel's array arguments
};

/// Why a host program cannot be written for the program's arguments; empty: it can. The types of arguments must be
/// those that the host and the kernel lay out alike: C++'s own.
std::string host_obstacle(const dsl::Function&);

}  // namespace pom::backend
