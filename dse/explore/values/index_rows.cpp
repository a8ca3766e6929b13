#include "dse/explore/values/index_rows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace pom::dse::explore {

namespace {

/// Sets of loops are all looked at up to so many loops: 2^10 ranks of small matrices.
constexpr int most_loops = 10;

std::size_t first_of(const IndexRow& row) {
  return static_cast<std::size_t>(std::find_if(row.begin(), row.end(), [](std::int64_t c) { return c != 0; }) -
                                  row.begin());
}

void shorten(IndexRow& row) {
  std::int64_t divisor = 0;
  for (const std::int64_t c : row) divisor = std::gcd(divisor, c);
  if (divisor > 1) {
    for (std::int64_t& c : row) c /= divisor;
  }
}

/// Removes the coefficient at the pivot's first place from the row; nothing: a coefficient becomes too large.
std::optional<IndexRow> eliminate(IndexRow row, const IndexRow& pivot) {
  const std::size_t at = first_of(pivot);
  if (row[at] == 0) return row;
  const std::int64_t common = std::gcd(row[at], pivot[at]);
  const std::int64_t of_row = pivot[at] / common, of_pivot = row[at] / common;
  for (std::size_t n = 0; n < row.size(); ++n) {
    std::int64_t left = 0, right = 0;
    if (__builtin_mul_overflow(of_row, row[n], &left) || __builtin_mul_overflow(of_pivot, pivot[n], &right) ||
        __builtin_sub_overflow(left, right, &row[n]))
      return {};
  }
  shorten(row);
  return row;
}

std::optional<IndexRow> eliminate(IndexRow row, const std::vector<IndexRow>& pivots) {
  std::optional<IndexRow> left = std::move(row);
  for (std::size_t n = 0; left && n < pivots.size(); ++n) left = eliminate(*std::move(left), pivots[n]);
  return left;
}

bool moves_nothing(const IndexRow& row) { return first_of(row) == row.size(); }

}  // namespace

void IndexRows::add(IndexRow row) {
  row.resize(loops_);
  shorten(row);
  const std::optional<IndexRow> left = eliminate(std::move(row), rows_);
  if (!left || moves_nothing(*left)) return;
  std::vector<IndexRow> reduced;
  for (const IndexRow& known : rows_) {
    const std::optional<IndexRow> without = eliminate(known, *left);
    if (!without) return;
    reduced.push_back(*without);
  }
  reduced.push_back(*left);
  rows_ = std::move(reduced);
}

void IndexRows::add(const IndexRows& more) {
  for (const IndexRow& row : more.rows_) add(row);
}

bool IndexRows::span(const IndexRow& row) const {
  IndexRow whole = row;
  whole.resize(loops_);
  const std::optional<IndexRow> left = eliminate(std::move(whole), rows_);
  return left && moves_nothing(*left);
}

unsigned IndexRows::loops() const {
  unsigned loops = 0;
  for (const IndexRow& row : rows_) {
    for (std::size_t n = 0; n < row.size(); ++n) loops |= row[n] != 0 ? 1U << n : 0;
  }
  return loops;
}

std::size_t IndexRows::rank_of(unsigned loops) const {
  IndexRows part(loops_);
  for (IndexRow row : rows_) {
    for (std::size_t n = 0; n < row.size(); ++n) row[n] = loops >> n & 1U ? row[n] : 0;
    part.add(std::move(row));
  }
  return part.rows_.size();
}

std::vector<unsigned> IndexRows::independent_loops() const {
  const unsigned all = loops();
  const auto moving = static_cast<std::size_t>(std::popcount(all));
  if (moving == rows_.size()) return {all};
  unsigned first = 0;  // the places where the rows begin
  for (const IndexRow& row : rows_) first |= 1U << first_of(row);
  if (moving > most_loops) return {first};
  std::vector<unsigned> sets;
  for (unsigned loops = all; loops > 0; loops = (loops - 1) & all) {
    const bool may = static_cast<std::size_t>(std::popcount(loops)) == rows_.size();
    if (may && rank_of(loops) == rows_.size()) sets.push_back(loops);
  }
  return sets;
}

}  // namespace pom::dse::explore
