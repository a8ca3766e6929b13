#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/cut_kernel.hpp"

namespace pom::dse::explore {

/// Arrays of more dimensions get no banks.
constexpr std::size_t most_dimensions = 8;

/// Cyclic banks by dimension; 1 along those that an array does not have.
using Banks = std::array<std::int64_t, most_dimensions>;
Banks padded(const std::vector<std::int64_t>& factors);

/// Cyclic banks along each dimension of an array, by the array's name.
using BankFactors = std::map<std::string, std::vector<std::int64_t>>;

/// For every array of a cut unit the fewest cyclic banks with which each iteration finds all its elements in banks that
/// are known at compile time, at most `accesses` of them in one bank; `turns` times as many of an array that it only
/// reads, where so many cycles pass between iterations anyway. Where no such banks exist, those that come nearest.
BankFactors find_banks(const Function&, const Unit&, std::int64_t accesses, std::int64_t turns = 1);

/// Where the elements of an iteration move from bank to bank, one number of banks is the least and another is found
/// without a division.
struct BankOptions {
  BankFactors fewest;         ///< find_banks
  BankFactors powers_of_two;  ///< of banks that all elements of an array move among
};
BankOptions find_bank_options(const Function&, const Unit&, std::int64_t accesses, std::int64_t turns = 1);

/// Each bank of the array holds at most one of the elements that an iteration of the cut unit accesses: more banks
/// would not let it run faster.
bool separate_elements(const Function&, const Unit&, const BankFactors&, const std::string& array);

/// More banks along a dimension cost more in multiplexers than they bring.
constexpr std::int64_t most_banks = 128;

/// So many elements may be registers for the sake of one unit's interval, also along one dimension. The multiplexers of
/// more fill small devices alone, as an estimate would find out late: it takes seconds.
constexpr std::int64_t few_elements = 1024;

/// Stays a memory, whatever banks are chosen.
bool is_longer_than_banks(const std::vector<std::int64_t>& shape);
double count_elements(const Array&);
/// Several elements that may all be registers, if there are so many flip-flops.
bool may_be_registers(const Array&, double ff);

/// The least common multiple, or the larger one where that would pass `most_banks`.
std::int64_t merge_factors(std::int64_t one, std::int64_t other);

/// Banks that serve both: the least common multiples; false: the larger factor where that would pass `most_banks`.
bool merge_banks(BankFactors& into, const BankFactors& more);

/// Every array of the top function gets the banks that serve all that are tied to it (find_tied_arrays).
void tie_banks(const Kernel&, const std::vector<std::size_t>& tied, BankFactors&);

/// Leaves arguments that are memories outside no more than so many banks each.
void limit_argument_banks(const Function&, std::int64_t most, BankFactors&);

/// Memories outside of a design: each array argument of the top function has at least one, and one for each bank; what
/// is behind a bus has none.
std::int64_t count_port_banks(const Function& top, const BankFactors&);

/// The same, with the banks that the function's arrays have.
std::int64_t count_port_banks(const Function& top);

/// Sets Array::banking; no more banks along a dimension than it has elements.
void set_banks(Function&, BankFactors&);

}  // namespace pom::dse::explore
