#include <doctest/doctest.h>

#include <random>

#include "../polyhedral/fixture.hpp"
#include "polyhedral/ir/points.hpp"
#include "walk.hpp"

using namespace pom;

namespace {

/// A producer that may sum up, and a consumer that reads through any window, each in an order of its own.
class RandomChannel {
 public:
  explicit RandomChannel(unsigned seed) : random_(seed) {}

  void declare() {
    const int rows = pick(3, 5), columns = pick(3, 5);
    placeholder A("A", {8, 8, 8}), B("B", {8, 8});
    B.local();
    var i("i", 0, rows), j("j", 0, pick(0, 4) == 0 ? expr(i + 1) : expr(columns)), z("z", 0, pick(2, 3));
    if (pick(0, 2) == 0) {
      compute sum("sum", {i, j, z}, B(i, j) + A(i, j, z), B(i, j));
      reschedule(sum, 3);
    } else {
      compute make("make", {i, j}, A(i, j, 0) * 2, B(i, j));
      if (pick(0, 5) == 0) make.where(i + j < rows + columns - 3);
      reschedule(make, 2);
    }
    declare_consumer(B, rows, columns);
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  void declare_consumer(const placeholder& B, int rows, int columns) {
    placeholder C("C", {8, 8, 8});
    const int stride = pick(1, 2), dilation = pick(1, 2), width = pick(1, 3);
    const int out_rows = std::max(1, (rows - (width - 1) * dilation) / stride);
    const int out_columns = std::max(1, (columns - (width - 1) * dilation) / stride);
    var m("m", 0, out_rows), n("n", 0, pick(0, 4) == 0 ? expr(m + 1) : expr(out_columns));
    var a("a", 0, width), b("b", 0, pick(1, width));
    const expr row = m * stride + a * dilation, column = n * stride + b * dilation;
    const bool transposed = pick(0, 4) == 0;
    compute use("use", {m, n, a, b}, (transposed ? B(column, row) : B(row, column)) + 1, C(m, n, a));
    if (pick(0, 5) == 0) use.where(m + a < rows - 1);
    reschedule(use, 4);
  }

  void reschedule(compute& s, int loops) {
    for (int n = pick(0, 2); n > 0; --n) {
      const int loop = pick(0, loops - 1), other = (loop + pick(1, loops - 1)) % loops;
      switch (pick(0, 4)) {
        case 0:
          s.interchange(loop, other);
          break;
        case 1:
          s.reverse(loop);
          break;
        case 2:
          s.split(loop, 2);
          break;
        case 3:
          s.skew(0, 1, 1, 1);
          break;
        default:
          s.tile(0, 1, 2, pick(1, 3));
      }
    }
    if (pick(0, 2) == 0) s.pipeline(pick(0, loops - 1), 1);
  }

  std::mt19937 random_;
};

bool same_times(const isl::map& found, const std::map<test::Vector, test::Vector>& walked) {
  return poly::count_points(found.domain()) == static_cast<std::int64_t>(walked.size());
}

struct Tally {
  int checked = 0, fifos = 0, stored = 0, tight = 0, within_two = 0;
};

void check(const poly::LiveRange& range, const test::WalkedRange& walked, Tally& tally) {
  const auto storage = poly::storage_of(range);
  REQUIRE(storage);
  CHECK(test::check_storage(*storage, walked) == "");
  if (range.is_empty()) return;
  ++tally.stored;
  tally.tight += storage->size == walked.most_alive();
  tally.within_two += storage->size <= 2 * walked.most_alive();
}

void check_channels(unsigned seed, Tally& tally) {
  CAPTURE(seed);
  RandomChannel random(seed);
  const test::Compiled compiled([&] { random.declare(); });
  const Result<poly::Scop> scop = compiled.scheduled();
  if (!scop) return;
  for (const poly::Channel& channel : find_channels(*scop, compiled.dependences, poly::find_processes(*scop))) {
    REQUIRE(channel.unknown.empty());
    const test::WalkedChannel walked = test::walk_channel(*scop, channel.array, channel.producer, channel.consumer);
    ++tally.checked;
    tally.fifos += channel.is_fifo();
    CHECK(channel.is_fifo() == walked.is_fifo());
    CHECK(same_times(channel.push, walked.push));
    check(channel.in_producer, walked.in_producer, tally);
    check(channel.in_consumer, walked.in_consumer, tally);
    const auto converter = find_converter(channel);
    REQUIRE(converter);
    check(converter->kept, walked.in_converter, tally);
    check(converter->behind, walked.behind_converter, tally);
  }
}

}  // namespace

TEST_CASE("channels: those of random programs are what walking every access finds, and their storage loses nothing") {
  Tally tally;
  for (unsigned seed = 0; seed < 300; ++seed) check_channels(seed, tally);
  MESSAGE(tally.checked, " channels, ", tally.fifos, " plain FIFOs, ", tally.stored, " buffers, ", tally.tight,
          " of them the least, ", tally.within_two, " within twice of it");
  CHECK(tally.checked > 150);
  CHECK(tally.fifos > 10);
  CHECK(tally.stored > 150);
}
