#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dse/devices/tables/device.hpp"

namespace pom::dse::boards {

/// Banks of one kind of memory off the chip. Capacity, bandwidth and latency are those of one bank.
struct Memory {
  std::string name, kind;  ///< "HBM", "HBM2"
  int banks = 1;
  std::int64_t bank_bytes = 0;
  double peak_bytes_per_s = 0, sustained_bytes_per_s = 0;
  double read_latency_ns = 0, write_latency_ns = 0;
  bool estimated = false;  ///< some of the sustained bandwidth and the latencies is no published number
};

/// A port through which the chip reaches memory: what `sp=` names.
struct Port {
  std::string tag;  ///< "HBM[3]", "HP0"
  int memory = 0;   ///< place in Board::memories
  int bank = -1;    ///< of that memory; -1: the port reaches all of them
  int bits = 0;
  double clock_mhz = 0;  ///< 0: the port runs with the design
};

/// How a design gets onto a board: by v++ and XRT onto a card in a host or beside a processor on the chip, or by a
/// block design in Vivado.
enum class Flow { vitis_pcie, vitis_embedded, vivado };

/// A board as data, from dse/boards/<name>.json, which is built into the library.
struct Board {
  std::string name, title;
  std::string part;        ///< ordering code
  devices::Device device;  ///< the chip that the code names
  double clock_ns = 10;    ///< what a design is built for unless it says otherwise
  Flow flow = Flow::vivado;
  std::string platform;  ///< what v++ calls the board; empty: there is no name that fits every installation
  std::vector<Memory> memories;
  std::vector<Port> ports;  ///< in the order in which they are given to buffers
};

/// Parses a board file; returns a description of the problem if the text is not valid.
std::variant<Board, std::string> read_board(const std::string& text);
/// Returns nothing when no such board is known.
std::optional<Board> find_board(const std::string& name);
/// Lists all boards in alphabetical order.
std::vector<std::string> board_names();
/// Lists the tags of all ports of the board.
std::vector<std::string> port_tags(const Board&);

}  // namespace pom::dse::boards
