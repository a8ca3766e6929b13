#include <algorithm>

#include "dse/devices/tables/read_values.hpp"

namespace pom::dse::devices {

const std::array<const char*, core_count> core_names = {
    "add",  "mul", "div",   "sqrt",    "exp",          "log",        "tanh",   "pow",      "sin",
    "atan", "erf", "round", "compare", "from_integer", "to_integer", "extend", "truncate", "fixed_exp"};

namespace {

using nlohmann::json;

int core_index(const std::string& name) {
  const auto found = std::find(core_names.begin(), core_names.end(), name);
  return static_cast<int>(found - core_names.begin());
}

Binding binding_of(const std::string& name) {
  if (name == "meddsp") return Binding::meddsp;
  if (name == "fulldsp") return Binding::fulldsp;
  if (name == "maxdsp") return Binding::maxdsp;
  return name == "primitive" ? Binding::primitive : Binding::fabric;
}

/// Scales delays between speed grades: a delay measured at one grade is converted to the requested grade.
struct Speeds {
  const json& factors;
  std::string speed;
  double factor;

  Speeds(const json& file, const std::string& speed) : factors(file["speeds"]), speed(speed) {
    if (!factors.contains(speed)) throw Problem{"speed: \"" + speed + "\" is no speed grade of the family"};
    factor = number_of(factors[speed]);
  }
  double scale_from(const std::string& other) const {
    if (!factors.contains(other)) throw Problem{"speeds." + other + ": is missing, but used"};
    return factor / number_of(factors[other]);
  }
  /// Reads the knots of this speed grade; if there are none, those of the first listed grade, scaled.
  Knots knots(const json& by_speed, const std::string& place) const {
    const auto own = by_speed.find(speed);
    const auto used = own == by_speed.end() ? by_speed.begin() : own;
    Knots knots = knots_of(*used, place + "." + used.key());
    for (auto& [bits, delay] : knots.points) delay *= scale_from(used.key());
    return knots;
  }
};

CoreConfiguration configuration_of(const json& entry, const Speeds& speeds) {
  CoreConfiguration made{binding_of(entry["binding"]),
                         entry["stages"],
                         entry["delay_ns"].get<double>() * speeds.scale_from(entry["speed"]),
                         entry["dsp"],
                         entry["ff"],
                         entry["lut"],
                         {},
                         entry.value("estimated", false)};
  for (const json& clock : entry["clocks_ns"]) made.shown_ns.push_back(clock);
  if (entry["speed"] == speeds.speed) made.clocks_ns = made.shown_ns;
  return made;
}

/// Sorts by binding, the default first (the binding of the file's first entry), and within a binding by stages.
void order(std::vector<CoreConfiguration>& configurations) {
  if (configurations.empty()) return;
  const Binding first = configurations.front().binding;
  const auto rank = [first](const CoreConfiguration& c) {
    return std::array{c.binding == first ? -1 : static_cast<int>(c.binding), c.stages};
  };
  std::stable_sort(configurations.begin(), configurations.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

MultiplierTable multiplier_of(const json& entry, const Speeds& speeds) {
  const auto integer = [&](const char* key) { return entry[key]["value"].get<int>(); };
  MultiplierTable table{integer("wide_port"),
                        integer("narrow_port"),
                        integer("fabric_wider"),
                        integer("fabric_width"),
                        integer("overhang"),
                        integer("large_bits"),
                        integer("large_stages"),
                        knots_of(entry["fabric_lut"], "multiplier.fabric_lut"),
                        knots_of(entry["lut"], "multiplier.lut"),
                        knots_of(entry["pipelined_lut"], "multiplier.pipelined_lut"),
                        knots_of(entry["pipelined_ff"], "multiplier.pipelined_ff"),
                        speeds.knots(entry["delay_ns"], "multiplier.delay_ns"),
                        number_of(entry["pipelined_delay_ns"]) * speeds.factor,
                        {}};
  for (const json& row : entry["seen"]["value"]) table.seen.push_back({row[0], row[1], row[2], row[3]});
  std::sort(table.seen.begin(), table.seen.end(), [](const auto& a, const auto& b) { return a.key() < b.key(); });
  return table;
}

DividerTable divider_of(const json& entry, const Speeds& speeds) {
  return {entry["stages_beyond_bits"]["value"],
          number_of(entry["delay_ns"]) * speeds.factor,
          knots_of(entry["lut"], "divider.lut"),
          knots_of(entry["ff"], "divider.ff"),
          knots_of(entry["sequential_lut"], "divider.sequential_lut"),
          knots_of(entry["sequential_ff"], "divider.sequential_ff")};
}

template <typename Read>
ByRelease<Knots> knots_by_release(const json& entries, const Read& read) {
  ByRelease<Knots> by_release;
  for (const json& entry : entries) by_release.entries.emplace_back(releases_of(entry), read(entry));
  return by_release;
}

}  // namespace

OperatorTable read_operators(const json& file, const std::string& speed) {
  const Speeds speeds(file, speed);
  OperatorTable table;
  for (const json& entry : file["cores"]) {
    const int bits = entry["bits"].get<int>();
    const std::size_t width = bits == 16 ? 0 : bits == 32 ? 1 : 2;
    table.cores[width][core_index(entry["core"])].push_back(configuration_of(entry, speeds));
  }
  for (auto& width : table.cores) std::for_each(width.begin(), width.end(), order);
  for (const json& name : file["reported_free"]["value"]) table.reported_free[core_index(name)] = true;
  table.reported_free_from = releases_of(file["reported_free"]).from;

  const json& integers = file["integers"];
  const auto plain = [](const json& entry) { return knots_of(entry, "integers"); };
  table.adder_lut = knots_by_release(integers["adder_lut"], plain);
  table.compare_lut = knots_by_release(integers["compare_lut"], plain);
  table.compare_delay_ns = knots_by_release(integers["compare_delay_ns"], [&](const json& entry) {
    return speeds.knots(entry["speeds"], "integers.compare_delay_ns");
  });
  table.adder_delay_ns = speeds.knots(integers["adder_delay_ns"], "integers.adder_delay_ns");
  table.logic_delay_ns = speeds.knots(integers["logic_delay_ns"], "integers.logic_delay_ns");
  table.shift_delay_ns = speeds.knots(integers["shift_delay_ns"], "integers.shift_delay_ns");
  table.shift_lut = knots_of(integers["shift_lut"], "integers.shift_lut");
  table.multiplexer_lut = knots_of(integers["multiplexer_lut"], "integers.multiplexer_lut");
  table.register_delay_ns = speeds.knots(integers["register_delay_ns"], "integers.register_delay_ns").at(1);
  table.select_delay_ns = speeds.knots(integers["select_delay_ns"], "integers.select_delay_ns").at(1);
  table.multiplier = multiplier_of(integers["multiplier"], speeds);
  table.divider = divider_of(integers["divider"], speeds);
  return table;
}

}  // namespace pom::dse::devices
