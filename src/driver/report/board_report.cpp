#include "driver/report/board_report.hpp"

#include "driver/board/traffic.hpp"
#include "support/classic_stream.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

ordered_json describe_memory(const dse::boards::Memory& memory) {
  return {{"name", memory.name},
          {"kind", memory.kind},
          {"banks", memory.banks},
          {"bank_bytes", memory.bank_bytes},
          {"peak_bytes_per_s", memory.peak_bytes_per_s},
          {"sustained_bytes_per_s", memory.sustained_bytes_per_s},
          {"read_latency_ns", memory.read_latency_ns},
          {"write_latency_ns", memory.write_latency_ns},
          {"estimated", memory.estimated}};
}

/// What of the bank's sustained bandwidth the array takes while the design runs; 0 without an estimate.
double share_of_bandwidth(const ArrayTraffic& traffic, const ChosenTarget& target, const OffChip& array,
                          const Estimate& estimate) {
  constexpr double s_per_ns = 1e-9;
  const dse::boards::Board& board = *target.board;
  const double seconds = static_cast<double>(estimate.latency) * target.clock_ns * s_per_ns;
  const double sustained = board.memories[board.ports[array.port].memory].sustained_bytes_per_s;
  return seconds > 0 ? (traffic.read_bytes + traffic.written_bytes) / sustained / seconds : 0;
}

}  // namespace

ordered_json describe_board(const ChosenTarget& target, const HostSide& host, const dse::Kernel& kernel,
                            const Estimate& estimate) {
  const dse::boards::Board& board = *target.board;
  ordered_json memories = ordered_json::array(), arrays = ordered_json::array();
  for (const dse::boards::Memory& memory : board.memories) memories.push_back(describe_memory(memory));
  const std::vector<ArrayTraffic> traffic = bus_traffic(kernel, target);
  for (std::size_t n = 0; n < traffic.size(); ++n) {
    const OffChip& array = target.off_chip[n];
    const dse::boards::Port& port = board.ports[array.port];
    arrays.push_back({{"name", array.array},
                      {"argument", array.argument},
                      {"bundle", array.bundle},
                      {"bytes", array.bytes},
                      {"port", port.tag},
                      {"port_bits", port.bits},
                      {"memory", board.memories[port.memory].name},
                      {"read_bytes", traffic[n].read_bytes},
                      {"written_bytes", traffic[n].written_bytes},
                      {"share_of_bandwidth", share_of_bandwidth(traffic[n], target, array, estimate)}});
  }
  const MemoryBound bound = memory_bound(traffic, target);
  ordered_json files = ordered_json::array();
  for (const auto& [name, text] : host.files) files.push_back(name);
  ordered_json program = {{"files", files}};
  if (!host.obstacle.empty()) program["obstacle"] = host.obstacle;
  if (!host.emulation.empty()) program["emulation"] = {{"passed", host.emulated}, {"detail", host.emulation}};
  return {{"name", board.name},
          {"title", board.title},
          {"memories", memories},
          {"arrays", arrays},
          {"bound", {{"cycles", bound.cycles}, {"bank", bound.bank}}},
          {"host", program}};
}

SummaryPart host_part(const ChosenTarget& target, const HostSide& host) {
  if (!target.board) return {};
  if (!host.obstacle.empty()) return {Worth::needed, {"  host     none: " + host.obstacle}};
  return {Worth::needed,
          {"  host     " + host.files[1].first + ", " + (host.emulated ? "run here with XRT emulated: " : "") +
           host.emulation}};
}

std::vector<SummaryPart> board_parts(const ChosenTarget& target, const dse::Kernel& kernel, const Estimate& estimate) {
  if (!target.board) return {};
  const std::vector<ArrayTraffic> traffic = bus_traffic(kernel, target);
  SummaryPart arrays{Worth::memories, {}};
  std::string names;
  for (std::size_t n = 0; n < traffic.size(); ++n) {
    const OffChip& array = target.off_chip[n];
    const dse::boards::Port& port = target.board->ports[array.port];
    ClassicStream out;
    out.precision(3);
    out << "  memory   " << array.argument << ", " << size_text(array.bytes * 8) << ": "
        << target.board->memories[port.memory].name << " behind " << port.tag << ", through bundle " << array.bundle
        << "; " << size_text(static_cast<std::int64_t>(traffic[n].read_bytes) * 8) << " read, "
        << size_text(static_cast<std::int64_t>(traffic[n].written_bytes) * 8) << " written";
    if (estimate.available)
      out << ", " << 100 * share_of_bandwidth(traffic[n], target, array, estimate) << " % of the bandwidth";
    arrays.lines.push_back(out.str());
    names += (n ? ", " : "") + array.argument;
  }
  arrays.brief = "  memory   " + names + " in the board's memories";
  std::vector<SummaryPart> parts = {arrays};
  const MemoryBound bound = memory_bound(traffic, target);
  const std::int64_t cycles = std::max(estimate.latency, estimate.run.available ? estimate.run.latency : 0);
  if (estimate.available && bound.cycles > static_cast<double>(cycles))
    parts.push_back({Worth::needed,
                     {"  memory   " + bound.bank + " needs " + std::to_string(static_cast<std::int64_t>(bound.cycles)) +
                      " cycles for that: more than the estimate below, which counts no bandwidth"}});
  return parts;
}

std::string size_text(std::int64_t bits) {
  ClassicStream out;
  out.precision(4);
  const double bytes = static_cast<double>(bits) / 8;
  if (bytes >= 1024 * 1024) {
    out << bytes / (1024 * 1024) << " MiB";
  } else if (bytes >= 1024) {
    out << bytes / 1024 << " KiB";
  } else {
    out << bytes << " bytes";
  }
  return out.str();
}

}  // namespace pom::driver
