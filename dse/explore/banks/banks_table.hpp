#pragma once
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/area/multiplexers.hpp"
#include "dse/explore/banks/banking.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// The banks that some arrays of a function may have, by number, and what the multiplexers before their ports take.
/// The arrays must have equal banks, as they stand for one parameter of a module; mostly it is one array.
class BankTable {
 public:
  /// The modules that use the ports of one of the arrays.
  struct User {
    Array array;
    int readers = 0, writers = 0;
  };
  /// `parameter_lut`: LUTs of each bank between arrays that one parameter of a module stands for.
  BankTable(std::vector<User> users, double parameter_lut, const devices::Target&);

  /// Number 0 is one bank.
  int number_of(const std::vector<std::int64_t>& factors) { return add(padded(factors)); }
  /// Banks in which what either keeps apart is apart.
  int merge(int one, int other);
  double count(int number) const { return counts_[number]; }
  std::vector<std::int64_t> factors(int number) const { return {banks_[number].begin(), banks_[number].end()}; }
  /// LUTs, about, of the multiplexers that find so many elements in more banks than keep them apart: 0 in the banks
  /// `asked`.
  double wandering_lut(int merged, int asked, double elements) const;
  /// LUTs; `wide`: so many modules access several ports of a bank at once.
  double port_lut(int number, int wide);

 private:
  int add(const Banks&);

  std::vector<User> users_;
  double parameter_lut_;
  devices::Target target_;
  std::vector<Banks> banks_;
  std::vector<double> counts_;
  std::map<Banks, int> numbers_;
  std::unordered_map<std::uint64_t, int> merged_;
  std::vector<std::vector<double>> port_lut_;  ///< by number, wide; below 0: not known yet
};

}  // namespace pom::dse::explore
