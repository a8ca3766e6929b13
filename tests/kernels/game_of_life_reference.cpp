#include "game_of_life.h"

#include <cstring>

#include "reference.hpp"

namespace {

constexpr int size = 16;

void step(std::uint8_t (&board)[size][size]) {
  std::uint8_t next[size][size];
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      int alive = -board[i][j];
      for (int a = i + size - 1; a <= i + size + 1; ++a) {
        for (int b = j + size - 1; b <= j + size + 1; ++b) alive += board[a % size][b % size];
      }
      next[i][j] = alive == 3 || (alive == 2 && board[i][j]);
    }
  }
  std::memcpy(board, next, sizeof board);
}

}  // namespace

int main() {
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    std::uint8_t expected[size][size], actual[size][size];
    contents.fill(expected, 0, 1);
    std::memcpy(actual, expected, sizeof actual);
    for (int generation = 0; generation < 8; ++generation) step(expected);
    game_of_life(actual);
    comparison.equal("board", expected, actual);
  }
  return comparison.result();
}
