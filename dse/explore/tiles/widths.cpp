#include "dse/explore/tiles/widths.hpp"

#include <algorithm>
#include <array>

#include "dsl/model/port_words.hpp"

namespace pom::dse::explore {

namespace {

/// Bits of words that are looked at: the widest port, a port of the embedded families' memories, none.
constexpr std::array<std::int64_t, 3> looked_at = {dsl::most_word_bits, 128, 0};

}  // namespace

std::int64_t PortWidths::widest(const dsl::Function& program, int array) const {
  if (const auto own = asked.find(array); own != asked.end()) return own->second;
  const dsl::Array& declared = *program.arrays[array];
  if (!dsl::may_have_words(declared)) return 1;
  const std::int64_t row = declared.shape.back();
  const auto words = [&](std::int64_t lanes) { return (row + lanes - 1) / lanes; };
  std::int64_t best = 1;
  for (std::int64_t lanes = 2; lanes * declared.type.bits <= most_bits; lanes *= 2) {
    if (!host_layout && row % lanes != 0) break;
    if (words(lanes) < words(best)) best = lanes;
  }
  return best;
}

PortWidths widest_ports(const dsl::Function& program, std::int64_t most_bits) {
  PortWidths widths{most_bits};
  for (const Directive& directive : program.schedule) {
    if (const auto* pack = std::get_if<Pack>(&directive.primitive))
      widths.asked[program.find_array(pack->array)] = pack->lanes;
  }
  return widths;
}

std::vector<PortWidths> list_widths(const dsl::Function& program, const std::set<int>& arrays, std::int64_t most_bits,
                                    bool host_layout) {
  PortWidths widths = widest_ports(program, 0);
  widths.host_layout = host_layout;
  std::vector<PortWidths> all;
  const auto same = [&](const PortWidths& known) {
    return std::all_of(arrays.begin(), arrays.end(),
                       [&](int array) { return known.widest(program, array) == widths.widest(program, array); });
  };
  for (const std::int64_t bits : looked_at) {
    widths.most_bits = std::min(bits, most_bits);
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(widths);
  }
  return all;
}

Schedule pack_directives(const dsl::Function& program, const std::map<int, std::int64_t>& lanes) {
  Schedule schedule;
  for (const auto& [array, count] : lanes) {
    const dsl::Array& declared = *program.arrays[array];
    if (count > 1)
      schedule.push_back(
          {Pack{declared.name, count, declared.shape.back() % count == 0 ? "whole" : "padded"}, program.at});
  }
  return schedule;
}

}  // namespace pom::dse::explore
