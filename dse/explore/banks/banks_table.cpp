#include "dse/explore/banks/banks_table.hpp"

#include <algorithm>
#include <cmath>

#include "dse/estimate/area/addresses.hpp"

namespace pom::dse::explore {

namespace {

/// Banks among which an element moves that asks for a number of banks of which there is no multiple, about.
constexpr double other_banks = 4;

}  // namespace

BankTable::BankTable(std::vector<User> users, double parameter_lut, const devices::Target& target)
    : users_(std::move(users)), parameter_lut_(parameter_lut), target_(target) {
  add(padded({}));
}

int BankTable::add(const Banks& banks) {
  const auto [at, fresh] = numbers_.try_emplace(banks, static_cast<int>(banks_.size()));
  if (fresh) {
    double count = 1;
    for (const std::int64_t factor : banks) count *= static_cast<double>(factor);
    banks_.push_back(banks);
    counts_.push_back(count);
    port_lut_.emplace_back();
  }
  return at->second;
}

int BankTable::merge(int one, int other) {
  if (one == other || other == 0) return one;
  if (one == 0) return other;
  const std::uint64_t key = static_cast<std::uint64_t>(one) << 32 | static_cast<std::uint32_t>(other);
  if (const auto known = merged_.find(key); known != merged_.end()) return known->second;
  Banks both = banks_[one];
  for (std::size_t d = 0; d < both.size(); ++d) both[d] = merge_factors(both[d], banks_[other][d]);
  return merged_[key] = add(both);
}

double BankTable::wandering_lut(int merged, int asked, double elements) const {
  if (merged == asked) return 0;
  double among = 1;
  for (std::size_t d = 0; d < banks_[asked].size(); ++d) {
    const std::int64_t all = banks_[merged][d], own = banks_[asked][d];
    // Twice as many banks keep both elements that each of its own banks serves apart.
    if (all % own == 0) among *= static_cast<double>(all / own);
    if (all % own != 0 && all + 1 < 2 * own) among *= other_banks;
  }
  return elements * devices::multiplexer_lut(target_, static_cast<int>(std::min<double>(among, most_banks)),
                                             users_.front().array.element.bits);
}

double BankTable::port_lut(int number, int wide) {
  std::vector<double>& known = port_lut_[number];
  if (static_cast<int>(known.size()) <= wide) known.resize(wide + 1, -1);
  if (known[wide] >= 0) return known[wide];
  double lut = parameter_lut_ * counts_[number];
  for (const User& user : users_) {
    Array array = user.array;
    BankFactors factors{{array.name, {banks_[number].begin(), banks_[number].begin() + array.shape.size()}}};
    Function function;
    function.arrays = {array};
    set_banks(function, factors);
    const estimate::PortUsers ports{user.readers, user.writers, 0, wide, wide > 0 ? 1 : 0};
    lut += estimate::shared_port_lut(estimate::view_memory(function.arrays.front(), target_), ports, target_);
  }
  return known[wide] = lut;
}

}  // namespace pom::dse::explore
