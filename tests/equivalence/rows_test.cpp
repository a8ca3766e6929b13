#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// Two processes: one sends rows of features, one needs each row as a whole for all of its results.
struct Rows {
  int batches = 1, rows = 5, features = 16, results = 12;
  int pushed = 4, made = 3;  ///< features in an iteration of the producer, and results in one of the consumer
  int columns = 1;           ///< more: a row is columns x features, and comes column by column
  bool triangle = false;     ///< result j uses the features up to j only

  std::string name() const {
    return std::to_string(batches) + " x " + std::to_string(rows) + " x " + std::to_string(columns) + " x " +
           std::to_string(features) + " to " + std::to_string(results) + ", " + std::to_string(pushed) + " to " +
           std::to_string(made) + (triangle ? ", a triangle" : "");
  }

  void declare() const {
    var b("b", 0, batches), i("i", 0, rows), c("c", 0, columns), k("k", 0, features), j("j", 0, results);
    placeholder A("A", {batches, rows, columns, features}, p_int8), T("T", {batches, rows, columns, features}, p_int8),
        w("w", {results, columns, features}, p_int8), sum("sum", {batches, rows, results}, p_int32),
        O("O", {batches, rows, results}, p_int32);
    T.local(), sum.local();
    compute send("send", {b, i, c, k}, A(b, i, c, k) ^ 5, T(b, i, c, k));
    compute start("start", {b, i, j}, 0, sum(b, i, j));
    const expr feature = triangle ? select(k <= j, expr(T(b, i, c, k)), 0) : expr(T(b, i, c, k));
    compute add("add", {b, i, j, c, k}, sum(b, i, j) + feature * w(j, c, k), sum(b, i, j));
    compute finish("finish", {b, i, j}, sum(b, i, j) >> 1, O(b, i, j));
    add.after(start, j);
    finish.after(add, j);
    var outer("outer"), inner("inner");
    for (compute* s : {&start, &add, &finish}) s->split(j, made, outer, inner);
    add.pipeline(outer, 1);
    send.split(k, pushed, outer, inner);
    send.pipeline(outer, 1);
    w.partition({made, columns, features}, "cyclic");
    A.partition({1, 1, 1, pushed}, "cyclic");
    O.partition({1, 1, made}, "cyclic");
  }

  Report streamed() const {
    function program("f");
    program.scope([&] { declare(); });
    program.dataflow(Channels::automatic);
    return program.codegen(silent<CompileOptions>());
  }
};

bool comes_through_registers(const Report& report) {
  return report.hls_cpp.find("T_window_of_start") != std::string::npos &&
         report.hls_cpp.find("T_of_start[2]") == std::string::npos;
}

}  // namespace

TEST_CASE("rows: what is needed as a whole comes through registers that move, and begins in its place") {
  const Rows all[] = {{1, 5, 16, 12, 4, 3}, {1, 5, 16, 16, 4, 2}, {2, 3, 16, 12, 4, 3}, {1, 4, 14, 10, 7, 4},
                      {1, 4, 16, 8, 7, 2},  {1, 5, 8, 64, 1, 1},  {1, 4, 4, 6, 4, 1, 3}};
  for (const Rows& rows : all) {
    CAPTURE(rows.name());
    const Report report = rows.streamed();
    CHECK(report.verified);
    CHECK(comes_through_registers(report));
  }
}

TEST_CASE("rows: the table of channels counts both rows, and how many elements are alive at once") {
  const Rows rows{1, 5, 16, 16, 4, 2};
  const auto made = compile([&] { rows.declare(); }, with_channels);
  REQUIRE(made->streamed.size() == 1);
  const poly::StreamedChannel& channel = made->streamed.front();
  CHECK(channel.kept == 16 + 16);
  CHECK(channel.no_fewer_than() > 16);
  CHECK(channel.no_fewer_than() <= channel.kept);
}

TEST_CASE("rows: random rows compute what their programs say") {
  const unsigned seed = 20261128;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  const auto from = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int n = 0; n < 25; ++n) {
    const int features = from(2, 20), results = from(2, 24);
    const Rows rows{from(1, 2),       from(1, 5), features,       results, from(1, std::min(features, 6)),
                    from(1, results), from(1, 2), from(0, 4) == 0};
    CAPTURE(rows.name());
    CHECK(rows.streamed().verified);
  }
}
