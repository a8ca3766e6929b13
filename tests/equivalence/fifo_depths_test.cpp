#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// The program with automatic channels, compiled and executed on the host with FIFOs of the depths that it is given.
Report streamed(const std::function<void()>& declare) {
  function program("f");
  program.scope(declare);
  program.dataflow(Channels::automatic);
  return program.codegen(silent<CompileOptions>());
}

std::int64_t depth_of(const Report& report, const std::string& fifo) {
  for (const auto& one : report.estimate.run.fifos) {
    if (one.array == fifo) return one.depth;
  }
  return 0;
}

/// A diamond whose join goes through columns where the ways to it go through rows.
void declare_transposed_diamond() {
  var i("i", 0, 4), j("j", 0, 6);
  placeholder A("A", {4, 6}, p_int32), Z("Z", {4, 6}, p_int32), B("B", {4, 6}, p_int32), C("C", {4, 6}, p_int32);
  C.local();
  B.local();
  compute s("s", {i, j}, A(i, j), B(i, j));
  compute t("t", {i, j}, B(i, j) + 1, C(i, j));
  compute join("join", {j, i}, C(i, j) + B(i, j), Z(i, j));
}

/// A producer sends a row of P and then one of Q; its consumer takes both at once.
void declare_rows_in_turn() {
  var i("i", 0, 4), j("j", 0, 8);
  placeholder A("A", {4, 8}, p_int32), Z("Z", {4, 8}, p_int32), P("P", {4, 8}, p_int32), Q("Q", {4, 8}, p_int32);
  P.local();
  Q.local();
  compute p("p", {i, j}, A(i, j), P(i, j));
  compute q("q", {i, j}, A(i, j) + A(i, j), Q(i, j));
  q.after(p, i);
  compute s("s", {i, j}, P(i, j) + Q(i, j), Z(i, j));
  s.pipeline(j);
}

/// Chains of nests that send each other one to three arrays, whose statements share one loop or both.
class RandomBundle {
 public:
  explicit RandomBundle(unsigned seed) : random_(seed) {}

  void declare() {
    rows_ = pick(3, 5), columns_ = pick(4, 8);
    std::vector<placeholder> known = {array("in")};
    const int stages = pick(2, 3);
    for (int stage = 0; stage < stages; ++stage) known = add_stage(stage, known, stage == stages - 1);
    for (auto& [c, loop] : pipelined_) c.pipeline(loop);
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  placeholder array(const std::string& name) { return {name, {rows_, columns_}, p_int32}; }

  std::vector<placeholder> add_stage(int stage, const std::vector<placeholder>& sources, bool last) {
    var i("i" + std::to_string(stage), 0, rows_), j("j" + std::to_string(stage), 0, columns_);
    std::vector<placeholder> made;
    std::optional<compute> first;
    const int results = last ? 1 : pick(1, 3);
    for (int n = 0; n < results; ++n) {
      const std::string number = std::to_string(stage) + "_" + std::to_string(n);
      made.push_back(array("a" + number));
      if (!last) made.back().local();
      expr value = read(sources[pick(0, static_cast<int>(sources.size()) - 1)], i, j);
      // Each source is read by one statement at least, so that every array is sent.
      for (std::size_t s = 0; s < sources.size(); ++s) {
        if (static_cast<int>(s) % results == n || pick(0, 1) > 0) value = value * 3 + read(sources[s], i, j);
      }
      compute c("c" + number, {i, j}, value, made.back()(i, j));
      if (first) c.after(*first, pick(0, 1) > 0 ? i : j);
      if (pick(0, 1) > 0) pipelined_.emplace_back(c, j);
      if (!first) first = c;
    }
    return made;
  }

  expr read(const placeholder& from, const var& i, const var& j) {
    const int kind = pick(0, 9);
    if (kind < 6) return from(i, j);
    if (kind < 7) return from(i, columns_ - 1 - j);
    if (kind < 8) return from(rows_ - 1 - i, j);
    return kind < 9 ? from(i, j / 2) : from(i / 2, j);
  }

  std::mt19937 random_;
  int rows_ = 0, columns_ = 0;
  std::vector<std::pair<compute, var>> pipelined_;
};

}  // namespace

TEST_CASE("FIFO depths: a diamond whose join goes the other way does not block") {
  CHECK(streamed(declare_transposed_diamond).verified);
}

TEST_CASE("FIFO depths: what is sent in turn and taken at once waits in FIFOs of a row") {
  const Report report = streamed(declare_rows_in_turn);
  CHECK(report.verified);
  CHECK(depth_of(report, "P") == 7);  // the first one has been taken when the consumer waits for Q
}

TEST_CASE("FIFO depths: random bundles of channels come to their end on the host") {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    const Report report = streamed([&] { RandomBundle(seed).declare(); });
    CAPTURE(report.summary);
    CHECK(report.verified);
  }
}

TEST_CASE("runs: a process takes at least as long as the tool says that it does alone") {
  SUBCASE("with requests and acknowledgements of its buses") {
    const Report report = streamed([] {
      var i("i", 0, 16);
      placeholder a("a", {16}, p_int8), b("b", {16}, p_int8);
      compute s("s", {i}, b(i) = a(i));
      a.interface("m_axi", "gmem_a"), b.interface("m_axi", "gmem_b");
      s.pipeline(i, 1);
    });
    CHECK(report.estimate.run.latency >= report.estimate.latency);
  }
  SUBCASE("with operations beside its loops") {
    const Report report = streamed([] {
      var i("i", 0, 2), one("one", 0, 1);
      placeholder a("a", {2}), t("t", {2}), b("b", {1});
      t.local();
      compute s0("s0", {i}, a(i) + 1, t(i));
      compute s1("s1", {one}, 5.1 / (7.3 / (3.7 / (1.9 / t(one)))) + t(one + 1), b(one));
    });
    CHECK(report.estimate.run.latency >= report.estimate.latency);
  }
}
