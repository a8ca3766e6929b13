#include "dse/estimate/area/operator_users.hpp"

#include <algorithm>

#include "dse/estimate/area/usage.hpp"

namespace pom::dse::estimate {

namespace {

/// Ports of a unit that are multiplexed: two operands and the enable.
constexpr int multiplexed_ports = 3;

}  // namespace

UnitUserList join_in_turn(const UnitUserList& a, const UnitUserList& b) {
  UnitUserList joined;
  std::size_t m = 0, n = 0;
  std::int64_t taken_a = 0, taken_b = 0;  // units taken from the current entries
  while (m < a.size() || n < b.size()) {
    const std::int64_t left_a = m < a.size() ? a[m].units - taken_a : 0;
    const std::int64_t left_b = n < b.size() ? b[n].units - taken_b : 0;
    const bool both = left_a > 0 && left_b > 0;
    const std::int64_t units = both ? std::min(left_a, left_b) : std::max(left_a, left_b);
    joined.push_back({units, (left_a > 0 ? a[m].users : 0) + (left_b > 0 ? b[n].users : 0)});
    if (left_a > 0) taken_a += units;
    if (left_b > 0) taken_b += units;
    if (m < a.size() && taken_a >= a[m].units) ++m, taken_a = 0;
    if (n < b.size() && taken_b >= b[n].units) ++n, taken_b = 0;
  }
  return joined;
}

UnitUserList join_at_once(const UnitUserList& a, const UnitUserList& b) {
  UnitUserList joined = a;
  joined.insert(joined.end(), b.begin(), b.end());
  std::stable_sort(joined.begin(), joined.end(),
                   [](const UnitUsers& x, const UnitUsers& y) { return x.users > y.users; });
  return joined;
}

double shared_unit_lut(int users, int bits, const devices::Target& target) {
  return users < 2 ? 0 : multiplexed_ports * devices::multiplexer_lut(target, users + 1, bits);
}

double shared_units_lut(const Usage& usage, const devices::Target& target) {
  double lut = 0;
  for (const OperatorUse& use : usage.operators) {
    if (use.own) continue;
    for (const UnitUsers& shared : use.users) {
      lut += static_cast<double>(shared.units) * shared_unit_lut(static_cast<int>(shared.users), use.type.bits, target);
    }
  }
  return lut;
}

}  // namespace pom::dse::estimate
