#include <doctest/doctest.h>

#include "../polyhedral/fixture.hpp"
#include "polyhedral/dataflow/summary.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "walk.hpp"

using namespace pom;

namespace {

/// A program whose array "B" goes from its first nest to its second.
class Pair {
  test::Compiled compiled_;  // first: what channels are made of lives in its context

 public:
  explicit Pair(const std::function<void()>& body) : compiled_(body) {
    const Result<poly::Scop> scheduled = compiled_.scheduled();
    REQUIRE(scheduled);
    const auto channels = find_channels(*scheduled, compiled_.dependences, poly::find_processes(*scheduled));
    for (const poly::Channel& found : channels) {
      if (scheduled->program->arrays[found.array]->name == "B") channel = found;
    }
    REQUIRE(channel.array >= 0);
    REQUIRE(channel.unknown.empty());
    walked = test::walk_channel(*scheduled, channel.array, channel.producer, channel.consumer);
    CHECK(channel.is_fifo() == walked.is_fifo());
    CHECK(test::check_storage(*storage_of(channel.in_producer), walked.in_producer) == "");
    CHECK(test::check_storage(*storage_of(channel.in_consumer), walked.in_consumer) == "");
    const auto converter = find_converter(channel);
    REQUIRE(converter);
    CHECK(test::check_storage(*storage_of(converter->kept), walked.in_converter) == "");
    CHECK(test::check_storage(*storage_of(converter->behind), walked.behind_converter) == "");
  }

  std::int64_t producer_cells() const { return storage_of(channel.in_producer)->size; }
  std::int64_t consumer_cells() const { return storage_of(channel.in_consumer)->size; }
  std::int64_t converter_cells() const { return storage_of(find_converter(channel)->kept)->size; }
  std::int64_t consumer_bound() const { return storage_of(channel.in_consumer)->bound.count; }

  poly::Channel channel;
  test::WalkedChannel walked;
};

/// B is written row by row.
compute fill(const placeholder& B, int rows, int columns) {
  var y("y", 0, rows), x("x", 0, columns);
  placeholder A("A", {rows, columns});
  return compute("make", {y, x}, A(y, x) * 2, B(y, x));
}

}  // namespace

TEST_CASE("channels: elements used once in the order in which they are written make a plain FIFO") {
  const Pair pair([] {
    placeholder B("B", {6, 7}), C("C", {6, 7});
    B.local();
    fill(B, 6, 7);
    var i("i", 0, 6), j("j", 0, 7);
    compute use("use", {i, j}, B(i, j) + 1, C(i, j));
  });
  CHECK(pair.channel.is_fifo());
  CHECK(find_converter(pair.channel)->kept.is_empty());
  CHECK(count_lanes(pair.channel).pushed == 1);
}

TEST_CASE("channels: a 3 x 3 stencil keeps two rows and two elements, which is least") {
  const Pair pair([] {
    placeholder B("B", {8, 10}), C("C", {6, 8});
    B.local();
    fill(B, 8, 10);
    var i("i", 0, 6), j("j", 0, 8), a("a", 0, 3), b("b", 0, 3);
    compute use("use", {i, j, a, b}, C(i, j) + B(i + a, j + b), C(i, j));
    use.pipeline(j, 1);
  });
  CHECK(pair.consumer_cells() == 2 * 10 + 2);
  CHECK(pair.consumer_bound() == 2 * 10 + 2);
  CHECK(pair.producer_cells() == 0);
}

TEST_CASE("channels: stencils of any width, stride and dilation keep what their windows span") {
  struct Shape {
    int width, stride, dilation;
  };
  for (const Shape shape : {Shape{2, 1, 1}, {5, 1, 1}, {3, 2, 1}, {3, 1, 2}, {2, 2, 1}, {2, 3, 1}}) {
    CAPTURE(shape.width);
    CAPTURE(shape.stride);
    CAPTURE(shape.dilation);
    const int out = 3, reach = (shape.width - 1) * shape.dilation, in = (out - 1) * shape.stride + reach + 1;
    const Pair pair([&] {
      placeholder B("B", {in, in}), C("C", {out, out});
      B.local();
      fill(B, in, in);
      var i("i", 0, out), j("j", 0, out), a("a", 0, shape.width), b("b", 0, shape.width);
      compute use("use", {i, j, a, b},
                  C(i, j) + B(i * shape.stride + a * shape.dilation, j * shape.stride + b * shape.dilation), C(i, j));
      use.pipeline(j, 1);
    });
    CHECK(pair.consumer_cells() <= 2 * pair.consumer_bound());
    CHECK(pair.consumer_cells() <= reach * in + reach);
  }
}

TEST_CASE("channels: a transpose needs nearly the whole array, in the consumer or in a converter") {
  const Pair pair([] {
    placeholder B("B", {5, 5}), C("C", {5, 5});
    B.local();
    fill(B, 5, 5);
    var i("i", 0, 5), j("j", 0, 5);
    compute use("use", {i, j}, B(j, i) + 1, C(i, j));
  });
  CHECK(pair.converter_cells() >= 16);
  CHECK(pair.converter_cells() <= 25);
}

TEST_CASE("channels: a transpose by tiles that both sides run through keeps one tile") {
  const Pair pair([] {
    placeholder B("B", {8, 8}), C("C", {8, 8});
    B.local();
    compute make = fill(B, 8, 8);
    make.tile(0, 1, 4, 4);
    var i("i", 0, 8), j("j", 0, 8);
    compute use("use", {i, j}, B(i, j) + 1, C(i, j));
    use.tile(0, 1, 4, 4);
    use.interchange(2, 3);
  });
  CHECK(pair.consumer_cells() <= 16);
}

TEST_CASE("channels: an innermost sum keeps one accumulator, an outer one a row of them") {
  for (const bool outer : {false, true}) {
    const Pair pair([&] {
      placeholder A("A", {4, 5, 6}), B("B", {4, 5}), C("C", {4, 5});
      B.local();
      var i("i", 0, 4), j("j", 0, 5), k("k", 0, 6), m("m", 0, 4), n("n", 0, 5);
      compute clear("clear", {i, j}, 0.0 * A(i, j, 0), B(i, j));
      compute sum("sum", {i, j, k}, B(i, j) + A(i, j, k), B(i, j));
      sum.after(clear, outer ? 0 : 1);
      if (outer) sum.interchange(j, k);
      compute use("use", {m, n}, B(m, n) + 1, C(m, n));
    });
    CHECK(pair.producer_cells() == (outer ? 5 : 1));
    CHECK(pair.consumer_cells() == 0);
  }
}

TEST_CASE("channels: a stationary row is kept while it is read again") {
  const Pair pair([] {
    placeholder B("B", {4, 6}), C("C", {4, 3}), W("W", {6, 3});
    B.local();
    fill(B, 4, 6);
    var i("i", 0, 4), j("j", 0, 3), k("k", 0, 6);
    compute use("use", {i, j, k}, C(i, j) + B(i, k) * W(k, j), C(i, j));
  });
  CHECK(pair.consumer_cells() == 6);
  CHECK(pair.consumer_bound() == 6);
}

TEST_CASE("channels: triangles and guards keep only what is read") {
  const Pair pair([] {
    placeholder B("B", {6, 6}), C("C", {6, 6});
    B.local();
    var i("i", 0, 6), j("j", 0, i + 1), m("m", 0, 6), n("n", 0, m + 1);
    placeholder A("A", {6, 6});
    compute make("make", {i, j}, A(i, j) * 2, B(i, j));
    compute use("use", {m, n}, B(m, n) + B(m, 0), C(m, n));
    use.where(m - n < 4);
  });
  CHECK(pair.consumer_cells() <= 2 * pair.consumer_bound());
  CHECK(pair.walked.tokens.size() == 20);
}

TEST_CASE("channels: lanes are the tokens of one iteration") {
  const Pair pair([] {
    placeholder B("B", {4, 8}), C("C", {4, 8});
    B.local();
    compute make = fill(B, 4, 8);
    make.split(1, 4).pipeline(1, 1);
    var i("i", 0, 4), j("j", 0, 8);
    compute use("use", {i, j}, B(i, j) + 1, C(i, j));
    use.split(1, 2).pipeline(1, 1);
  });
  CHECK(count_lanes(pair.channel).pushed == 4);
  CHECK(count_lanes(pair.channel).popped == 4);
}

TEST_CASE("channels: a scan keeps the last element for itself and sends all") {
  const Pair pair([] {
    placeholder A("A", {9}), B("B", {9}), C("C", {9});
    B.local();
    var i("i", 1, 9), m("m", 1, 9), z("z", 0, 1);
    compute first("first", {z}, A(z), B(z));
    compute scan("scan", {i}, B(i - 1) + A(i), B(i));
    scan.after(first, -1);
    compute use("use", {m}, B(m) * 2, C(m));
  });
  CHECK(pair.producer_cells() == 1);
  CHECK(pair.consumer_cells() == 0);
}

TEST_CASE("channels: a diamond has one channel for each of its sides") {
  const test::Compiled compiled([] {
    placeholder A("A", {8}), B("B", {8}), C("C", {8}), D("D", {8});
    B.local(), C.local();
    var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8);
    compute make("make", {i}, A(i) * 2, B(i));
    compute left("left", {j}, B(j) + 1, C(j));
    compute join("join", {k}, B(k) + C(k), D(k));
  });
  const Result<poly::Scop> scop = compiled.scheduled();
  const auto channels = find_channels(*scop, compiled.dependences, poly::find_processes(*scop));
  REQUIRE(channels.size() == 3);
  for (const poly::Channel& channel : channels) CHECK(channel.is_fifo());
  CHECK(channels[0].consumer == 1);
  CHECK(channels[1].consumer == 2);
  CHECK(channels[2].producer == 1);
}

TEST_CASE("channels: a computed index leaves the order unknown") {
  const test::Compiled compiled([] {
    placeholder A("A", {8}), B("B", {8}), C("C", {8});
    placeholder T("T", {8}, p_int32);
    T.assume(0, 7);
    B.local();
    var i("i", 0, 8), j("j", 0, 8);
    compute make("make", {i}, A(i) * 2, B(i));
    compute use("use", {j}, B(T(j)) + 1, C(j));
  });
  const Result<poly::Scop> scop = compiled.scheduled();
  const auto channels = find_channels(*scop, compiled.dependences, poly::find_processes(*scop));
  REQUIRE(channels.size() == 1);
  CHECK(channels[0].unknown.find("\"use\"") != std::string::npos);
  CHECK(!channels[0].is_fifo());
}

TEST_CASE("channels: the table says what an array is, and what a FIFO in its place would leave to keep") {
  const test::Compiled compiled([] {
    placeholder A("A", {6, 8}), B("B", {6, 8}), C("C", {6, 8}), D("D", {4, 6});
    B.local(), C.local();
    var i("i", 0, 6), j("j", 0, 8), y("y", 0, 4), x("x", 0, 6);
    compute make("make", {i, j}, A(i, j) * 2, B(i, j));
    compute copy("copy", {i, j}, B(i, j) + 1, C(i, j));
    compute blur("blur", {y, x}, C(y, x) + C(y + 2, x + 2), D(y, x));
  });
  poly::Scop scop = *compiled.scheduled();
  CHECK(summarize_channels(scop, compiled.dependences).empty());  // one nest after the other: there are no processes
  scop.hardware.dataflow = Location{};
  scop.hardware.streams.push_back({scop.program->find_array("B"), 4, {}});
  const auto table = summarize_channels(scop, compiled.dependences);
  REQUIRE(table.size() == 2);
  CHECK(to_string(table[0]) == "FIFO of 4 x 32 bits");
  CHECK(to_string(table[1]) == "two memories of 48 elements; a FIFO would do if \"blur\" kept 14 elements, the least");
  // Where counting what is alive was given up, a number found until then is none of all.
  poly::ChannelSummary counted = table[1];
  const auto kept = [&](std::int64_t count, bool exact) {
    counted.in_consumer->bound = {count, exact};
    return to_string(counted).substr(to_string(counted).find("kept "));
  };
  CHECK(kept(12, true) == "kept 14 elements (12 are alive at once)");
  CHECK(kept(12, false) == "kept 14 elements (at least 12 are alive at once)");
  CHECK(kept(1, false) == "kept 14 elements");
}

TEST_CASE("channels: what one iteration reads from a buffer lies in different banks") {
  for (const bool tall : {false, true}) {
    const Pair pair([&] {
      placeholder B("B", {8, 10}), C("C", {8, 10});
      B.local();
      fill(B, 8, 10);
      var i("i", 0, tall ? 4 : 6), j("j", 0, tall ? 10 : 8), a("a", 0, tall ? 5 : 3), b("b", 0, tall ? 1 : 3);
      compute use("use", {i, j, a, b}, C(i, j) + B(i + a, j + b), C(i, j));
      use.pipeline(j, 1);
    });
    const poly::Storage storage = *storage_of(pair.channel.in_consumer);
    const isl::map stored = pair.channel.uses.subtract(pair.channel.pop);
    const auto banks = banks_of(storage, stored);
    REQUIRE(banks);
    CHECK(banks->count >= (tall ? 4 : 8));  // all but what comes in the iteration
    CHECK(banks->cells >= storage.size);
    // Whole rows of banks: the bank of a cell is the bank of its element.
    const isl::map cells = storage.cells();
    std::string names, moduli;
    for (std::size_t r = 0; r < banks->moduli.size(); ++r) {
      names += (r ? ", x" : "x") + std::to_string(r);
      moduli += (r ? ", x" : "x") + std::to_string(r) + " mod " + std::to_string(banks->moduli[r]);
    }
    const isl::map bank_of_cell(cells.ctx(), "{ [" + names + "] -> [" + moduli + "] }");
    poly::Storage whole = storage;
    for (std::size_t r = 0; r < whole.rows.size(); ++r)
      whole.rows[r].modulus = (whole.rows[r].modulus + banks->moduli[r] - 1) / banks->moduli[r] * banks->moduli[r];
    const isl::map bank = whole.cells().apply_range(bank_of_cell);
    const isl::map together = stored.apply_range(stored.reverse());  // read in one iteration
    CHECK(poly::remove_identity(together.intersect(bank.apply_range(bank.reverse()))).is_empty());
  }
}
