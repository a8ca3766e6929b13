#include "dse/estimate/blocks/index_equality.hpp"

#include <algorithm>
#include <numeric>

namespace pom::dse::estimate {

namespace {

/// Divides a row by the greatest common divisor of its factors and its constant, so that numbers stay small.
void shorten(std::vector<std::int64_t>& row) {
  std::int64_t divisor = 0;
  for (const std::int64_t factor : row) divisor = std::gcd(divisor, factor);
  if (divisor < 2) return;
  for (std::int64_t& factor : row) factor /= divisor;
}

}  // namespace

std::size_t IndexEquality::column_of(int symbol) {
  const auto known = std::find(symbols_.begin(), symbols_.end(), symbol);
  const auto number = static_cast<std::size_t>(known - symbols_.begin());
  if (known == symbols_.end()) symbols_.push_back(symbol);
  return 1 + loops_.size() + number;
}

void IndexEquality::add(const Linear& earlier, const Linear& later) {
  // Quotients have other values in other iterations.
  const auto has_quotient = [](const Linear& index) {
    return std::any_of(index.terms.begin(), index.terms.begin() + index.count,
                       [](const Index::Term& term) { return term.loop >= first_quotient; });
  };
  if (earlier.opaque || later.opaque || has_quotient(earlier) || has_quotient(later)) return;
  Row row(1 + loops_.size());
  row[0] = earlier.constant - later.constant;
  for (std::size_t n = 0; n < loops_.size(); ++n) row[1 + n] = later.coefficient_of(loops_[n].id) * loops_[n].step;
  const auto add_terms = [&](const Linear& index, std::int64_t sign) {
    for (int n = 0; n < index.count; ++n) {
      const std::size_t column = column_of(index.terms[n].loop);
      if (row.size() <= column) row.resize(column + 1);
      row[column] += sign * index.terms[n].coefficient;
    }
  };
  add_terms(later, 1);
  add_terms(earlier, -1);
  rows_.push_back(std::move(row));
}

/// Removes a column from all rows but the pivot, which moves to position `first`; returns false if there is none.
bool IndexEquality::eliminate(std::size_t column, std::size_t first) {
  const auto has_column = [&](const Row& row) { return row[column] != 0; };
  const auto pivot = std::find_if(rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end(), has_column);
  if (pivot == rows_.end()) return false;
  std::swap(rows_[first], *pivot);
  for (std::size_t n = 0; n < rows_.size(); ++n) {
    if (n == first || rows_[n][column] == 0) continue;
    const std::int64_t mine = rows_[n][column], of_pivot = rows_[first][column];
    for (std::size_t k = 0; k < rows_[n].size(); ++k) rows_[n][k] = rows_[n][k] * of_pivot - rows_[first][k] * mine;
    shorten(rows_[n]);
  }
  return true;
}

bool IndexEquality::solve() {
  const std::size_t columns = 1 + loops_.size() + symbols_.size();
  for (Row& row : rows_) row.resize(columns);
  std::size_t solved = 0;
  for (std::size_t column = columns; column-- > 1;) solved += eliminate(column, solved) ? 1 : 0;
  return std::none_of(rows_.begin(), rows_.end(), [](const Row& row) {
    return row[0] != 0 && std::all_of(row.begin() + 1, row.end(), [](std::int64_t factor) { return factor == 0; });
  });
}

std::optional<std::int64_t> IndexEquality::offset(std::size_t loop) const {
  for (const Row& row : rows_) {
    const std::int64_t factor = row[1 + loop];
    const auto others = std::count_if(row.begin() + 1, row.end(), [](std::int64_t each) { return each != 0; });
    if (factor != 0 && others == 1 && row[0] % factor == 0) return row[0] / factor;
  }
  return {};
}

}  // namespace pom::dse::estimate
