#include "polyhedral/streaming/border_pieces.hpp"

#include <doctest/doctest.h>

#include "polyhedral/ir/isl_context.hpp"

using namespace pom::poly;

namespace {

/// Whether all instances { S[i, j] } of a piece access A[i + c, j + d] for the same c and d.
bool has_one_distance(const isl::map& piece) { return isl::set(piece.deltas()).is_singleton(); }

}  // namespace

TEST_CASE("borders: only iterations whose elements do not move with the loops come one by one") {
  const IslContext context;
  // Two in front of each row and column, or the first one, which stands in its place: a clamped border.
  const isl::map accesses(context.get(),
                          "{ S[i, j] -> S[a, b] : 0 <= i, j < 16 and (a = i - 2 and i >= 2 or a = 0 and i < 2) and "
                          "(b = j - 2 and j >= 2 or b = 0 and j < 2) }");
  const isl::map loops(context.get(), "{ S[i, j] -> [i, j] : 0 <= i, j < 16 }");
  isl::map taken = accesses.subtract(accesses);
  int pieces = 0;
  CHECK(take_at_borders(accesses, loops, 2, [&](const isl::map& piece) {
    if (!has_one_distance(piece)) return false;
    ++pieces;
    taken = taken.unite(piece);
    return true;
  }));
  CHECK(taken.is_equal(accesses));
  CHECK(pieces == 9);  // by rows and by columns: the first, the second, and all the others
  CHECK_FALSE(take_at_borders(accesses, loops, 2, [](const isl::map&) { return false; }));
}
