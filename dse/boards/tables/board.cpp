#include "dse/boards/tables/board.hpp"

#include <nlohmann/json.hpp>
#include <pom/diagnostic.hpp>

#include "dse/boards/tables/embedded_boards.hpp"
#include "dse/devices/tables/json_schema.hpp"

namespace pom::dse::boards {

namespace {

using devices::Problem;
using nlohmann::json;

const json& board_schema() {
  static const json schema = [] {
    for (const auto& [name, text] : embedded_board_schemas) {
      if (name == "board") return json::parse(text);
    }
    throw InternalError("dse/boards/schema/board.json is missing");
  }();
  return schema;
}

double measure(const json& entry, const char* key) { return entry[key]["value"].get<double>(); }

bool is_estimated(const json& entry) {
  for (const char* key : {"sustained_gb_per_s", "read_latency_ns", "write_latency_ns"}) {
    if (entry[key].value("estimated", false)) return true;
  }
  return false;
}

Memory memory_of(const json& entry, const std::string& place) {
  constexpr double bytes_per_gb = 1e9;  // as data sheets count
  Memory memory;
  memory.name = entry["name"];
  memory.kind = entry["kind"];
  memory.banks = entry["banks"]["value"];
  memory.bank_bytes = entry["bank_mib"]["value"].get<std::int64_t>() * 1024 * 1024;
  memory.peak_bytes_per_s = measure(entry, "peak_gb_per_s") * bytes_per_gb;
  memory.sustained_bytes_per_s = measure(entry, "sustained_gb_per_s") * bytes_per_gb;
  memory.read_latency_ns = measure(entry, "read_latency_ns");
  memory.write_latency_ns = measure(entry, "write_latency_ns");
  memory.estimated = is_estimated(entry);
  if (memory.sustained_bytes_per_s > memory.peak_bytes_per_s)
    throw Problem{place + ".sustained_gb_per_s: is more than the peak"};
  return memory;
}

int find_memory(const Board& board, const std::string& name, const std::string& place) {
  for (std::size_t n = 0; n < board.memories.size(); ++n) {
    if (board.memories[n].name == name) return static_cast<int>(n);
  }
  throw Problem{place + ".memory: there is no memory \"" + name + "\""};
}

/// The name of one of several ports: "HBM[#]" and 3 give "HBM[3]".
std::string numbered(const std::string& pattern, int number) {
  const std::size_t at = pattern.find('#');
  return pattern.substr(0, at) + std::to_string(number) + pattern.substr(at + 1);
}

/// Refuses what has a meaning in v++'s configuration files or in C++ strings.
void check_tags(const std::string& pattern, const std::string& place) {
  const std::string allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_[]#";
  if (pattern.find_first_not_of(allowed) != std::string::npos)
    throw Problem{place + ".tags: is made of other characters than letters, digits and _ [ ] #"};
  const std::size_t at = pattern.find('#');
  if (at == std::string::npos || pattern.find('#', at + 1) != std::string::npos)
    throw Problem{place + ".tags: has not one # for the number"};
}

void add_ports(Board& board, const json& entry, const std::string& place) {
  const std::string pattern = entry["tags"];
  check_tags(pattern, place);
  const int count = entry["count"]["value"];
  const int memory = find_memory(board, entry["memory"], place);
  const bool own = entry["reach"] == "own";
  const int bits = entry["bits"]["value"];
  if (own && count != board.memories[memory].banks)
    throw Problem{place + ".count: ports that reach one bank each are as many as the banks of \"" +
                  board.memories[memory].name + "\""};
  if (bits % 8 != 0 || (bits & (bits - 1)) != 0) throw Problem{place + ".bits: is no power of two of whole bytes"};
  for (int n = 0; n < count; ++n) {
    Port port{numbered(pattern, n), memory, own ? n : -1, bits, 0};
    if (entry.contains("clock_mhz")) port.clock_mhz = measure(entry, "clock_mhz");
    for (const Port& other : board.ports) {
      if (other.tag == port.tag) throw Problem{place + ".tags: two ports are called \"" + port.tag + "\""};
    }
    board.ports.push_back(std::move(port));
  }
}

Flow flow_of(const std::string& name) {
  return name == "vitis_pcie" ? Flow::vitis_pcie : name == "vitis_embedded" ? Flow::vitis_embedded : Flow::vivado;
}

Board board_of(const json& file) {
  devices::check_schema(board_schema(), file);
  Board board;
  board.name = file["name"];
  board.title = file["title"];
  board.part = file["part"];
  const auto device = devices::find_device_by_part(board.part);
  if (!device) throw Problem{"part: no device in dse/devices is \"" + board.part + "\""};
  board.device = *device;
  board.clock_ns = measure(file, "clock_ns");
  board.flow = flow_of(file["flow"]);
  board.platform = file.value("platform", "");
  for (std::size_t n = 0; n < file["memories"].size(); ++n) {
    const std::string place = "memories[" + std::to_string(n) + "]";
    Memory memory = memory_of(file["memories"][n], place);
    for (const Memory& other : board.memories) {
      if (other.name == memory.name) throw Problem{place + ".name: there are two of this name"};
    }
    board.memories.push_back(std::move(memory));
  }
  for (std::size_t n = 0; n < file["ports"].size(); ++n)
    add_ports(board, file["ports"][n], "ports[" + std::to_string(n) + "]");
  return board;
}

}  // namespace

std::variant<Board, std::string> read_board(const std::string& text) {
  try {
    return board_of(json::parse(text));
  } catch (const Problem& problem) {
    return problem.text;
  } catch (const json::exception& error) {
    return std::string(error.what());
  }
}

std::optional<Board> find_board(const std::string& name) {
  for (const auto& [file, text] : embedded_boards) {
    if (file != name) continue;
    const auto read = read_board(std::string(text));
    if (const auto* board = std::get_if<Board>(&read)) return *board;
    throw InternalError("dse/boards/" + name + ".json: " + std::get<std::string>(read));
  }
  return std::nullopt;
}

std::vector<std::string> board_names() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded_boards) names.emplace_back(file);
  return names;
}

std::vector<std::string> port_tags(const Board& board) {
  std::vector<std::string> tags;
  for (const Port& port : board.ports) tags.push_back(port.tag);
  return tags;
}

}  // namespace pom::dse::boards
