#include <algorithm>
#include <string>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// isl's steps for the banks of one buffer: about half a second of work.
constexpr unsigned long bank_steps = 500'000;

/// { [c0, …] -> [the rows' sums, before their modulo] }
isl::map row_sums(const Storage& storage) {
  std::string names, sums;
  const unsigned dimensions = dimension_count(storage.coordinates, Side::range);
  for (unsigned d = 0; d < dimensions; ++d) names += (d ? ", x" : "x") + std::to_string(d);
  for (const CellRow& row : storage.rows) {
    sums += sums.empty() ? "0" : ", 0";
    for (unsigned d = 0; d < dimensions; ++d)
      sums += " + " + std::to_string(row.weights[d]) + " * x" + std::to_string(d);
  }
  return isl::map(storage.coordinates.ctx(), "{ [" + names + "] -> [" + sums + "] }");
}

std::optional<Banks> find_banks(const Storage& storage, const isl::map& uses) {
  const isl::map by_rows = uses.apply_domain(storage.coordinates.apply_range(row_sums(storage)));
  isl::set differences = by_rows.apply_range(by_rows.reverse()).deltas();
  Banks banks{{}, 1, 1};
  for (unsigned r = 0; r < storage.rows.size(); ++r) {
    const std::int64_t cells = storage.rows[r].modulus;
    const auto modulus = least_modulus(keep_only(differences, r), cells);
    if (!modulus) return std::nullopt;
    banks.moduli.push_back(*modulus);
    banks.count *= *modulus;
    banks.cells *= (cells + *modulus - 1) / *modulus * *modulus;
    differences = bound_above(bound_below(differences, r, 0), r, 0);  // the others are told apart
  }
  return banks;
}

}  // namespace

std::optional<std::int64_t> least_modulus(const isl::set& differences, std::int64_t most) {
  for (std::int64_t modulus = 1; modulus <= most; ++modulus) {
    const isl::set same(differences.ctx(), "{ [x] : x != 0 and x mod " + std::to_string(modulus) + " = 0 }");
    if (differences.intersect(same).is_empty()) return modulus;
  }
  return std::nullopt;
}

std::optional<Banks> banks_of(const Storage& storage, const isl::map& uses) {
  std::optional<Banks> banks;
  if (!try_optional(uses.ctx(), bank_steps, [&] { banks = find_banks(storage, uses); })) return std::nullopt;
  return banks;
}

}  // namespace pom::poly
