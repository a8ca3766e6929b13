#include "dse/devices/tables/read_values.hpp"

namespace pom::dse::devices {

namespace {

using nlohmann::json;

ByRelease<std::int64_t> counts_by_release(const json& entries) {
  ByRelease<std::int64_t> counts;
  for (const json& entry : entries) counts.entries.emplace_back(releases_of(entry), entry["value"].get<std::int64_t>());
  return counts;
}

ByRelease<double> delays_by_release(const json& entries) {
  ByRelease<double> delays;
  for (const json& entry : entries) delays.entries.emplace_back(releases_of(entry), entry["value"].get<double>());
  return delays;
}

FifoTable::Cost cost_of(const json& entry) {
  return {entry["per_bit"], entry["fixed"], entry["per_address_bit"], entry.value("most_address_bits", 64)};
}

FifoTable fifo_of(const json& entry) {
  return {entry["srl_bits"]["value"], entry["lutram_bits"]["value"], cost_of(entry["srl_ff"]),
          cost_of(entry["srl_lut"]),  cost_of(entry["lutram_ff"]),   cost_of(entry["lutram_lut"]),
          cost_of(entry["bram_ff"]),  cost_of(entry["bram_lut"])};
}

}  // namespace

MemoryTable read_memories(const json& file) {
  MemoryTable table;
  for (const json& mode : file["modes"]["value"]) table.modes.push_back({mode[0], mode[1]});
  table.true_dual_bits = file["true_dual_bits"]["value"];
  table.sliced_words = file["sliced_words"]["value"];
  table.lutram_bits = counts_by_release(file["lutram_bits"]);
  table.lutram_by_depth = file["lutram_lut"]["value"] == "by_depth";
  table.uram_words = file["uram_words"]["value"];
  table.uram_bits = file["uram_bits"]["value"];
  table.automatic_uram_bits = counts_by_release(file["automatic_uram_bits"]);
  const json& delays = file["delay_ns"];
  table.lutram_ns = delays_by_release(delays["lutram"]);
  table.bram_ns = delays_by_release(delays["bram"]);
  table.uram_ns = delays_by_release(delays["uram"]);
  table.uram_cascade_ns = delays_by_release(delays["uram_cascade"]);
  table.fifo = fifo_of(file["fifo"]);
  return table;
}

}  // namespace pom::dse::devices
