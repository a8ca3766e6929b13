#include <doctest/doctest.h>

#include <random>

#include "codegen/execute/host.hpp"
#include "execution.hpp"
#include "random_program.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// What the channels of a compilation became: "b: t -> r, FIFO b, keeps 13 in b_of_r", a line each.
std::string channels_of(const driver::Compilation& made) {
  std::string text;
  for (const poly::StreamedChannel& channel : made.streamed) {
    text += channel.array + ": " + channel.producer + " -> " + channel.consumer;
    text += channel.memory.empty() ? ", FIFO " + channel.fifo : ", memory";
    if (!channel.buffer.empty()) text += ", keeps " + std::to_string(channel.kept);
    text += "\n";
  }
  return text;
}

/// Two windows of 3 x 3 over rows of 10.
void declare_windows() {
  var i("i", 0, 12), j("j", 0, 10), y("y", 0, 10), x("x", 0, 8), v("v", 0, 8), u("u", 0, 6);
  placeholder in("in", {12, 10}, p_int32), a("a", {12, 10}, p_int32), b("b", {10, 8}, p_int32),
      out("out", {8, 6}, p_int32);
  a.local();
  b.local();
  compute s("s", {i, j}, in(i, j) * 3, a(i, j));
  compute t("t", {y, x}, a(y, x) + a(y + 1, x + 1) * 2 + a(y + 2, x + 2) - a(y + 2, x), b(y, x));
  compute r("r", {v, u}, b(v, u) + b(v + 1, u + 2) + b(v + 2, u), out(v, u));
  s.pipeline(j, 1);
  t.pipeline(x, 1);
  r.pipeline(u, 1);
}

/// A product of matrices whose rows a second one uses: sums of the producer, a row of the consumer.
void declare_products() {
  var i("i", 0, 6), j("j", 0, 6), k("k", 0, 6), m("m", 0, 6), n("n", 0, 6), p("p", 0, 6);
  placeholder A("A", {6, 6}, p_int32), B("B", {6, 6}, p_int32), C("C", {6, 6}, p_int32), D("D", {6, 6}, p_int32),
      E("E", {6, 6}, p_int32);
  C.local();
  compute zero("zero", {i, j}, 0, C(i, j));
  compute mul("mul", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  mul.after(zero, j);
  compute clear("clear", {m, n}, 0, E(m, n));
  compute use("use", {m, n, p}, E(m, n) + C(m, p) * D(p, n), E(m, n));
  use.after(clear, n);
}

}  // namespace

TEST_CASE("automatic channels: parts of one iteration each take a token once") {
  for (const auto& [trip, count] : {std::pair(2, 1), {2, -1}, {3, 1}, {3, -1}}) {
    CAPTURE(trip);
    CAPTURE(count);
    const auto declare = [&] {
      var x("x", 0, 1), i("i", 0, trip);
      placeholder one("one", {1}, p_int32), out("out", {trip}, p_int32);
      one.local();
      compute set("set", {x}, expr(5), one(x)), use("use", {i}, one(0) + i, out(i));
      use.peel(i, count);
      use.pipeline(i, 1);
    };
    CHECK(difference(declare, with_channels) == "");
  }
}

TEST_CASE("automatic channels: a window is registers and two lines, and one pixel comes in an iteration") {
  CHECK(difference(declare_windows, with_channels) == "");
  const auto made = compile(declare_windows, with_channels);
  // 3 x 3 registers and two rows of 10, and of 8.
  CHECK(channels_of(*made) == "a: s -> t, FIFO a, keeps 29\nb: t -> r, FIFO b, keeps 25\n");
  CHECK(made->kernel.find("a_window_of_t[d0][d1] = a_window_of_t[d0][d1 + 1];") != std::string::npos);
  // Rows of the consumer begin before its own: what comes first is only kept.
  CHECK(made->kernel.find("for (int y = -2; y < 10; ++y)") != std::string::npos);
  CHECK(made->kernel.find("for (int x = -2; x < 8; ++x)") != std::string::npos);
}

TEST_CASE("automatic channels: of strips in a pipeline, the last of them partial, one sends what is read") {
  const auto declare = [] {
    var i("i", 0, 10), j("j", 0, 2), outer("outer"), inner("inner");
    placeholder in("in", {10}, p_int32), a("a", {10}, p_int32), out("out", {2}, p_int32);
    a.local();
    compute s("s", {i}, in(i) * 3, a(i));
    compute t("t", {j}, a(j) + 1, out(j));
    s.split(i, 9, outer, inner).pipeline(outer, 1);
  };
  CHECK(difference(declare, with_channels) == "");
  CHECK(compile(declare, with_channels)->streamed.front().memory.empty());
}

TEST_CASE("automatic channels: a border that a statement of its own writes is sent with the rest") {
  const auto declare = [](bool pipelined) {
    var y("y", 0, 6), u("u", 0, 6);
    placeholder in("in", {6}, p_int32), t("t", {6}, p_int32), out("out", {6}, p_int32);
    t.local();
    compute border("border", {y}, in(y), t(y)), rest("rest", {y}, in(y) * 2, t(y)), use("use", {u}, t(u) + 1, out(u));
    border.where(y < 1);
    rest.where(y >= 1);
    rest.after(border, y);
    if (pipelined) rest.pipeline(y, 1);
  };
  for (const bool pipelined : {false, true}) CHECK(difference([&] { declare(pipelined); }, with_channels) == "");
}

TEST_CASE("automatic channels: a producer's sums are sent when they are complete, a consumer's row is kept") {
  CHECK(difference(declare_products, with_channels) == "");
  const auto made = compile(declare_products, with_channels);
  CHECK(channels_of(*made) == "C: zero -> clear, FIFO C_to_clear, keeps 6\n");
  CHECK(made->kernel.find("int32_t C[1]") != std::string::npos);  // one sum at a time
}

TEST_CASE("automatic channels: what is needed as a whole before the first loop stays a memory") {
  const auto declare = [] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder x("x", {8}, p_int32), a("a", {8}, p_int32), out("out", {8}, p_int32);
    a.local();
    compute s("s", {i}, x(i) + 1, a(i));
    compute t("t", {j}, a(7 - j) * 2, out(j));
    t.pipeline(j, 1);
  };
  CHECK(difference(declare, with_channels) == "");
  CHECK(channels_of(*compile(declare, with_channels)) == "a: s -> t, memory\n");
}

TEST_CASE("automatic channels: of an array with several consumers everything that is sent must be known") {
  const std::string refused = difference(
      [] {
        var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8);
        placeholder x("x", {8}, p_int32), at("at", {8}, p_uint8), a("a", {8}, p_int32), b("b", {8}, p_int32),
            out("out", {8}, p_int32);
        a.local();
        compute s("s", {i}, x(i) + 1, a(i));
        compute t("t", {j}, a(at(j) & 7) * 2, b(j));
        compute r("r", {k}, a(k) + 1, out(k));
      },
      with_channels);
  CHECK(refused.find("not-a-dataflow") != std::string::npos);
  CHECK(refused.find("\"t\" reads where only the run knows") != std::string::npos);
}

TEST_CASE("automatic channels: the directive is a line of DSL source") {
  CHECK(to_string(Directive{Dataflow{Channels::automatic}, {}}) == "dataflow(Channels::automatic)");
  CHECK(to_string(Directive{Dataflow{}, {}}) == "dataflow()");
}

TEST_CASE("automatic channels: each of several consumers has a FIFO of its own, also where ways meet again") {
  const auto declare = [] {
    var i("i", 0, 20), j("j", 0, 18), k("k", 0, 18);
    placeholder x("x", {20}, p_int32), a("a", {20}, p_int32), b("b", {18}, p_int32), out("out", {18}, p_int32);
    a.local();
    b.local();
    compute s("s", {i}, x(i) * 5, a(i));
    compute t("t", {j}, a(j) + a(j + 2), b(j));
    compute r("r", {k}, b(k) - a(k + 1), out(k));
  };
  CHECK(difference(declare, with_channels) == "");
  const auto made = compile(declare, with_channels);
  CHECK(made->streamed.size() == 3);
  for (const poly::StreamedChannel& channel : made->streamed) CHECK(channel.memory == "");
}

TEST_CASE("automatic channels: elements that nothing reads are not sent, and do not fall on what is alive") {
  const auto declare = [] {
    var i("i", 0, 20), j("j", 0, 9);
    placeholder x("x", {20}, p_int32), a("a", {20}, p_int32), out("out", {9}, p_int32);
    a.local();
    compute s("s", {i}, x(i) * 5, a(i));
    compute t("t", {j}, a(2 * j) + a(2 * j + 2), out(j));
  };
  CHECK(difference(declare, with_channels) == "");
  const auto made = compile(declare, with_channels);
  REQUIRE(made->streamed.size() == 1);
  CHECK(made->streamed[0].tokens == 10);
  CHECK(made->streamed[0].kept <= 3);
}

namespace {

/// Every element less the sum of all: one way is a sum behind.
void declare_centred() {
  var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
  placeholder x("x", {16}, p_int32), a("a", {16}, p_int32), sum("sum", {1}, p_int32), out("out", {16}, p_int32);
  a.local();
  sum.local();
  compute s("s", {i}, x(i) + 1, a(i));
  var one("one", 0, 1);
  compute clear("clear", {one}, 0, sum(0));
  compute add("add", {one, j}, sum(0) + a(j), sum(0));
  add.after(clear, one);
  compute r("r", {k}, a(k) - sum(0), out(k));
}

}  // namespace

TEST_CASE("automatic channels: on the host FIFOs are as deep as in hardware, and a deadlock is named") {
  CHECK(difference(declare_centred, with_channels) == "");
  const auto made = compile(declare_centred, with_channels);
  const std::string deep = "hls::stream<int32_t, 16> a_to_r";
  const std::size_t at = made->kernel.find(deep);
  REQUIRE(at != std::string::npos);
  std::string shallow = made->kernel;
  shallow.replace(at, deep.size(), "hls::stream<int32_t, 3> a_to_r");
  dsl::Memory memory = dsl::make_memory(*made->program, 1);
  std::string said;
  try {
    backend::run_on_host(shallow, made->header, *made->program, memory);
  } catch (const CompileError& error) {
    said = error.what();
  }
  CHECK(said.find("verification-failed") != std::string::npos);
  CAPTURE(said);
  CHECK(said.find("deadlock: s_process(") != std::string::npos);
  CHECK(said.find(" waits for space in a_to_r, ") != std::string::npos);
}

TEST_CASE("automatic channels: FIFOs become as shallow as the simulation of the run allows") {
  function program("f");
  program.scope(declare_windows);
  program.dataflow(Channels::automatic);
  const Report report = program.codegen(silent<CompileOptions>());
  CHECK(report.verified);
  CHECK(report.hls_cpp.find("hls::stream<int32_t, 2> a(\"a\")") != std::string::npos);
  CHECK(report.estimate.run.available);
  CHECK(report.estimate.run.deadlock == "");
  CHECK(report.estimate.run.latency == report.estimate.run.least_latency);
  CHECK(report.summary.find("\"t\" keeps 29 elements (19 are alive at once)") != std::string::npos);
}

namespace {

/// A chain of nests over two-dimensional arrays: windows with strides and gaps, several sources, loops in both orders,
/// some of them pipelined.
class RandomChain {
 public:
  explicit RandomChain(unsigned seed) : random_(seed) {}

  void declare() {
    const int stages = pick(2, 4);
    rows_ = pick(9, 14), columns_ = pick(9, 13);
    add_source();
    for (int n = 1; n <= stages; ++n) add_stage(n, n == stages);
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  void finish(compute& s, const var& i, const var& j) {
    const bool swapped = pick(0, 3) == 0;
    if (swapped) s.interchange(i, j);
    if (pick(0, 2) > 0) s.pipeline(swapped ? i : j, 1);
  }

  void add_source() {
    var i("i", 0, rows_), j("j", 0, columns_);
    placeholder in("in", {rows_, columns_}, p_int32), a("a0", {rows_, columns_}, p_int32);
    a.local();
    compute s("s0", {i, j}, in(i, j) * 7 + 1, a(i, j));
    finish(s, i, j);
    arrays_.push_back({a, rows_, columns_});
  }

  void add_stage(int n, bool last) {
    const std::string number = std::to_string(n);
    const Known from = arrays_.back(), other = arrays_[pick(0, static_cast<int>(arrays_.size()) - 1)];
    const int stride = pick(0, 4) == 0 ? 2 : 1, down = std::min(pick(0, 2), from.rows - 1),
              right = std::min(pick(0, 2), from.columns - 1);
    const int rows = std::min((from.rows - down - 1) / stride + 1, other.rows),
              columns = std::min((from.columns - right - 1) / stride + 1, other.columns);
    var i("i" + number, 0, rows), j("j" + number, 0, columns);
    placeholder to("a" + number, {rows, columns}, p_int32);
    if (!last) to.local();
    const bool mirrored = pick(0, 7) == 0;
    compute s("s" + number, {i, j},
              from.array(stride * i, stride * j) * 3 - from.array(stride * i + down, stride * j + right) +
                  other.array(mirrored ? rows - 1 - i : i + 0, j),
              to(i, j));
    finish(s, i, j);
    arrays_.push_back({to, rows, columns});
  }

  struct Known {
    placeholder array;
    int rows, columns;
  };
  std::mt19937 random_;
  std::vector<Known> arrays_;
  int rows_ = 0, columns_ = 0;
};

}  // namespace

TEST_CASE("automatic channels: random chains compute what their programs say") {
  int fifos = 0, buffers = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto made = compile_random([&] { RandomChain(seed).declare(); }, with_channels, seed);
    if (!made) continue;
    for (const poly::StreamedChannel& channel : made->streamed) {
      fifos += channel.memory.empty();
      buffers += !channel.buffer.empty();
      CHECK(channel.kept >= channel.no_fewer_than());
    }
  }
  CHECK(fifos > 80);
  CHECK(buffers > 40);
}

TEST_CASE("streaming: indices of a loop of one iteration are numbers, also quotients of quotients") {
  function program("f");
  program.scope([] {
    placeholder A("A", {64, 8}, p_int32), B("B", {64}, p_int32), T("T", {8}, p_int32);
    var i("i", 0, 64), j("j", 0, 1), k("k", 0, 8);
    compute s("s", {i, j, k}, B(i) + A(i, k) + T((j / 2) % 8) + T(((j + 7) / 2) / 3), B(i));
    s.accumulate_at(B, i);
  });
  CHECK(program.codegen(silent<CompileOptions>()).verified);
}

TEST_CASE("automatic channels: a chain of processes that clear their arrays and add to them in nests of their own") {
  const auto declare = [] {
    var i("i", 0, 4), j("j", 0, 4), k("k", 0, 4);
    std::vector<placeholder> chain = {placeholder("a0", {4, 4}, p_int32)};
    for (int n = 1; n <= 4; ++n) {
      const std::string number = std::to_string(n);
      const placeholder from = chain.back();
      placeholder to("a" + number, {4, 4}, p_int32);
      if (n % 2 == 1) to.local();  // the others are arguments, which leave by a process of their own
      compute clear("clear" + number, {i, j}, 0, to(i, j));
      compute product("product" + number, {i, j, k}, to(i, j) + from(i, k) * from(k, j), to(i, j));
      chain.push_back(to);
    }
  };
  CHECK(difference(declare, with_channels) == "");
}

TEST_CASE("automatic channels: sums of sums in nests of their own need no more than a FIFO") {
  const auto declare = [] {
    var i("i", 0, 3);
    placeholder a("a", {3}, p_int32), b("b", {3}, p_int32), c("c", {3}, p_int32), d("d", {3}, p_int32);
    b.local();
    c.local();
    compute b0("b0", {i}, 0, b(i)), b1("b1", {i}, b(i) + a(i), b(i));
    compute c0("c0", {i}, 0, c(i)), c1("c1", {i}, c(i) + b(i), c(i));
    compute d0("d0", {i}, 0, d(i)), d1("d1", {i}, d(i) + c(i), d(i));
  };
  CHECK(difference(declare, with_channels) == "");
}
