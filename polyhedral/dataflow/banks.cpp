#include <algorithm>
#include <string>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "support/words.hpp"

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

/// The banks with those numbers of banks for each row.
Banks banks_with(const Storage& storage, std::vector<std::int64_t> moduli) {
  Banks banks{std::move(moduli), 1, 1};
  for (std::size_t r = 0; r < storage.rows.size(); ++r) {
    const std::int64_t modulus = banks.moduli[r], cells = storage.rows[r].modulus;
    banks.count *= modulus;
    banks.cells *= (cells + modulus - 1) / modulus * modulus;
  }
  return banks;
}

std::optional<Banks> find_banks(const Storage& storage, const isl::map& uses) {
  const isl::map by_rows = uses.apply_domain(storage.coordinates.apply_range(row_sums(storage)));
  isl::set differences = by_rows.apply_range(by_rows.reverse()).deltas();
  std::vector<std::int64_t> moduli;
  for (unsigned r = 0; r < storage.rows.size(); ++r) {
    const auto modulus = least_modulus(keep_only(differences, r), storage.rows[r].modulus);
    if (!modulus) return std::nullopt;
    moduli.push_back(*modulus);
    differences = bound_above(bound_below(differences, r, 0), r, 0);  // the others are told apart
  }
  return banks_with(storage, std::move(moduli));
}

/// Whether no bank is asked for more than two elements at a time. `by_rows`: { rows -> time }.
bool serve_two(const std::vector<std::int64_t>& moduli, const isl::map& by_rows) {
  std::vector<std::string> rows, banks;
  for (std::size_t r = 0; r < moduli.size(); ++r) {
    rows.push_back("x" + std::to_string(r));
    banks.push_back(rows.back() + " mod " + std::to_string(moduli[r]));
  }
  const isl::map bank(by_rows.ctx(), "{ [" + join(rows) + "] -> [" + join(banks) + "] }");
  const isl::map asked = by_rows.range_product(bank).reverse();
  return asked.subtract(asked.lexmin()).subtract(asked.lexmax()).is_empty();
}

/// Ways of writing `count`, a power of two, as a product of one number of banks for each row; last rows are cut first.
void list_moduli(const Storage& storage, std::int64_t count, std::vector<std::int64_t> chosen,
                 std::vector<std::vector<std::int64_t>>& all) {
  const std::size_t row = storage.rows.size() - chosen.size();
  if (row == 0) {
    if (count == 1) all.emplace_back(chosen.rbegin(), chosen.rend());
    return;
  }
  chosen.push_back(count);
  for (std::int64_t here = count; here >= 1; here /= 2) {
    chosen.back() = here;
    if (here <= storage.rows[row - 1].modulus) list_moduli(storage, count / here, chosen, all);
  }
}

/// With no more banks than those that serve each access at a port of its own, to the next power of two.
std::optional<Banks> find_two_port_banks(const Storage& storage, const isl::map& uses) {
  const std::optional<Banks> single = find_banks(storage, uses);
  const auto is_power = [](std::int64_t modulus) { return (modulus & (modulus - 1)) == 0; };
  if (!single || std::all_of(single->moduli.begin(), single->moduli.end(), is_power)) return single;
  const isl::map by_rows = uses.apply_domain(storage.coordinates.apply_range(row_sums(storage)));
  for (std::int64_t count = 1; count < 2 * single->count; count *= 2) {
    std::vector<std::vector<std::int64_t>> all;
    list_moduli(storage, count, {}, all);
    for (const std::vector<std::int64_t>& moduli : all) {
      if (serve_two(moduli, by_rows)) return banks_with(storage, moduli);
    }
  }
  return single;
}

}  // namespace

std::optional<std::int64_t> least_modulus(const isl::set& differences, std::int64_t most) {
  const isl::ctx ctx = differences.ctx();
  // A modulus that is itself a difference tells nothing apart: mostly all up to the greatest one are.
  isl::set left = isl::set(ctx, "{ [x] : 1 <= x <= " + std::to_string(most) + " }").subtract(differences);
  while (!left.is_empty()) {
    const std::int64_t modulus = *minimum(left, 0);
    const isl::set same(ctx, "{ [x] : x != 0 and x mod " + std::to_string(modulus) + " = 0 }");
    if (differences.intersect(same).is_empty()) return modulus;
    left = bound_below(left, 0, modulus + 1);
  }
  return std::nullopt;
}

std::optional<Banks> banks_of(const Storage& storage, const isl::map& uses) {
  std::optional<Banks> banks;
  if (!try_optional(uses.ctx(), bank_steps, [&] { banks = find_banks(storage, uses); })) return std::nullopt;
  return banks;
}

std::optional<Banks> banks_of_two_ports(const Storage& storage, const isl::map& uses) {
  std::optional<Banks> banks;
  if (!try_optional(uses.ctx(), bank_steps, [&] { banks = find_two_port_banks(storage, uses); }))
    return banks_of(storage, uses);
  return banks;
}

}  // namespace pom::poly
