#include "dse/explore/tiles/widths.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"

namespace pom::dse::explore {

namespace {

/// Bits of words that are looked at: the widest port, a port of the embedded families' memories, none.
constexpr std::array<std::int64_t, 3> looked_at = {dsl::most_word_bits, 128, 0};
/// Of each of several ports: two elements of any type.
constexpr std::int64_t least_bits = 128;
/// Ports of one argument: as many of these as there are for each are looked at beside a single one.
constexpr std::array<std::int64_t, 2> looked_at_ports = {4, 2};

}  // namespace

std::int64_t PortWidths::widest(const dsl::Function& program, int array) const {
  if (const auto own = asked.find(array); own != asked.end()) return own->second.lanes;
  const dsl::Array& declared = *program.arrays[array];
  if (!dsl::may_have_words(declared)) return 1;
  const std::int64_t row = declared.shape.back(), most = single.contains(array) ? bits_of_single : most_bits;
  const auto words = [&](std::int64_t lanes) { return (row + lanes - 1) / lanes; };
  std::int64_t best = 1;
  for (std::int64_t lanes = 2; lanes * declared.type.bits <= most; lanes *= 2) {
    if (!host_layout && row % lanes != 0) break;
    if (words(lanes) < words(best)) best = lanes;
  }
  return best;
}

std::int64_t PortWidths::ports(const dsl::Function& program, int array, std::int64_t lanes) const {
  if (lanes == 1) return 1;
  if (const auto own = asked.find(array); own != asked.end()) return std::min(own->second.ports, lanes / 2);
  if (single.contains(array)) return 1;
  const std::int64_t bits = lanes * program.arrays[array]->type.bits, needed = (bits + bits_of_port - 1) / bits_of_port;
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(needed)));
}

PortWidths widest_ports(const dsl::Function& program, std::int64_t most_bits) {
  PortWidths widths{most_bits};
  for (const Directive& directive : program.schedule) {
    if (const auto* pack = std::get_if<Pack>(&directive.primitive))
      widths.asked[program.find_array(pack->array)] = {pack->lanes, pack->ports};
  }
  return widths;
}

namespace {

/// The words of all of the array's rows.
std::int64_t count_words(const dsl::Function& program, int array, const PortWidths& widths) {
  const dsl::Array& declared = *program.arrays[array];
  if (declared.shape.empty()) return 1;
  const std::int64_t row = declared.shape.back(), lanes = widths.widest(program, array);
  return declared.elements() / row * ((row + lanes - 1) / lanes);
}

/// Whether another of the arguments has the array's bundle: its ports would need bundles of their own.
bool shares_bundle(const dsl::Function& program, const std::set<int>& arrays, int array) {
  const auto bundle_of = [&](int one) {
    const Interface* port = dsl::find_interface(program, program.arrays[one]->name);
    return port ? dsl::bundle_name(port->mode, port->bundle) : "";
  };
  return std::any_of(arrays.begin(), arrays.end(),
                     [&](int other) { return other != array && bundle_of(other) == bundle_of(array); });
}

/// Leaves a single port to the arguments that take no longer by it than the slowest one by several, and to those whose
/// place is asked for.
PortWidths only_slowest(const dsl::Function& program, const std::set<int>& arrays, const std::set<std::string>& placed,
                        PortWidths widths) {
  PortWidths all_single = widths;
  all_single.single = arrays;
  std::int64_t most = 0;
  for (const int array : arrays) most = std::max(most, count_words(program, array, widths));
  for (const int array : arrays) {
    const bool is_placed = placed.contains(program.arrays[array]->name);
    if (count_words(program, array, all_single) <= most || is_placed || shares_bundle(program, arrays, array))
      widths.single.insert(array);
  }
  return widths;
}

}  // namespace

std::vector<PortWidths> list_widths(const dsl::Function& program, const std::set<int>& arrays, const Masters& masters) {
  PortWidths widths = widest_ports(program, 0);
  widths.host_layout = masters.host_layout;
  widths.bits_of_single = masters.bits;
  std::vector<PortWidths> all;
  const auto add = [&](const PortWidths& one) {
    const auto same = [&](const PortWidths& known) {
      return std::all_of(arrays.begin(), arrays.end(),
                         [&](int array) { return known.widest(program, array) == one.widest(program, array); });
    };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(one);
  };
  for (const std::int64_t ports : looked_at_ports) {
    const bool enough = masters.host_layout && ports * static_cast<std::int64_t>(arrays.size()) <= masters.most;
    widths.most_bits = ports * masters.own_bits;
    widths.bits_of_port = masters.own_bits;
    const bool wider = masters.bits > 0 && widths.most_bits > masters.bits && masters.own_bits >= least_bits;
    if (!enough || !wider) continue;
    add(only_slowest(program, arrays, masters.placed, widths));
    break;
  }
  widths.bits_of_port = masters.bits;
  for (const std::int64_t bits : looked_at) {
    widths.most_bits = std::min(bits, masters.bits);
    add(widths);
  }
  return all;
}

Schedule pack_directives(const dsl::Function& program, const std::map<int, std::int64_t>& lanes,
                         const PortWidths& widths) {
  Schedule schedule;
  for (const auto& [array, count] : lanes) {
    const dsl::Array& declared = *program.arrays[array];
    if (count == 1) continue;
    const std::int64_t ports = widths.ports(program, array, count);
    schedule.push_back(
        {Pack{declared.name, count, declared.shape.back() % count == 0 ? "whole" : "padded", ports}, program.at});
  }
  return schedule;
}

}  // namespace pom::dse::explore
