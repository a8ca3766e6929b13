// Conway's game of life on a torus: generations alternate between two boards, and indices wrap around its edges.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int size = 16, generations = 8;
  init("game_of_life");
  var t("t", 0, generations / 2), i("i", 0, size), j("j", 0, size);
  placeholder board("board", {size, size}, p_uint8), other("other", {size, size}, p_uint8);
  other.local();

  const auto next = [&](const placeholder& from) {
    expr neighbours = 0;
    for (int di = -1; di <= 1; ++di) {
      for (int dj = -1; dj <= 1; ++dj) {
        if (di != 0 || dj != 0) neighbours = neighbours + (from((i + size + di) % size, (j + size + dj) % size) & 1);
      }
    }
    const expr stays = neighbours == 2 && (from(i, j) & 1) == 1;
    return select(neighbours == 3 || stays, 1, 0);
  };
  compute odd("odd", {t, i, j}, next(board), other(i, j));
  compute even("even", {t, i, j}, next(other), board(i, j));
  even.after(odd, t);

  odd.pipeline(j, 1);
  even.pipeline(j, 1);
  codegen();
}
