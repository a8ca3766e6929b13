#include <doctest/doctest.h>

#include <random>
#include <set>

#include "brute_force.hpp"
#include "fixture.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/dataflow/check_dataflow.hpp"

using namespace pom;

namespace {

using Elements = std::vector<std::vector<std::int64_t>>;

/// A producer and a consumer of local array B, each with an order of its own.
class RandomPair {
 public:
  explicit RandomPair(unsigned seed) : random_(seed) {}

  void declare() {
    rows_ = pick(2, 4), columns_ = pick(2, 4);
    two_dimensional_ = pick(0, 1) == 1;
    placeholder A("A", {9, 9}), C("C", {9, 9});
    placeholder B("B", two_dimensional_ ? std::vector<std::int64_t>{4, 4} : std::vector<std::int64_t>{32});
    B.local();
    const int shape = pick(0, 5);
    var i("i", 0, rows_), j("j", 0, shape == 0 ? expr(i + 1) : expr(columns_));
    stride_ = pick(1, 2);
    const int order = shape == 0 ? 0 : pick(0, 3);
    compute make("make", {i, j}, A(i, j) * 2, element(B, i, j, order));
    // Mostly the same elements, often by the same subscript; now and then some are left.
    var m("m", 0, rows_), n("n", 0, shape == 0 ? expr(m + 1) : expr(pick(0, 7) == 0 ? columns_ - 1 : columns_));
    compute use("use", {m, n}, element(B, m, n, shape == 0 || pick(0, 1) ? order : pick(0, 3)) + 1, C(m, n));
    if (pick(0, 9) == 0) make.where(i + j < rows_ + columns_ - 3);
    const int change = pick(0, 5);
    reschedule(make, change);
    reschedule(use, pick(0, 1) ? change : pick(0, 5));
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  /// Row by row or column by column, forward or backward, packed or with gaps.
  array_element element(const placeholder& B, const expr& i, const expr& j, int order) {
    const expr row = order % 2 ? expr(rows_ - 1 - i) : i, column = order / 2 ? expr(columns_ - 1 - j) : j;
    return two_dimensional_ ? B(row, column) : B((row * columns_ + column) * stride_);
  }

  void reschedule(compute& s, int change) {
    switch (change) {
      case 0:
        s.interchange(0, 1);
        break;
      case 1:
        s.reverse(pick(0, 1));
        break;
      case 2:
        s.reverse(0).reverse(1);
        break;
      case 3:
        s.tile(0, 1, 2, pick(1, 2));
        break;
      case 4:
        s.split(pick(0, 1), 2);
        break;
      default:
        break;
    }
  }

  std::mt19937 random_;
  int rows_ = 0, columns_ = 0, stride_ = 1;
  bool two_dimensional_ = false;
};

Elements elements(const std::vector<test::Touch>& touches, bool written) {
  Elements result;
  for (const test::Touch& touch : touches) {
    if (touch.writes == written) result.push_back(touch.element);
  }
  return result;
}

/// Each element at most once, and all of them in one order.
bool is_a_queue(const std::vector<test::Touch>& touches) {
  const Elements written = elements(touches, true);
  return written == elements(touches, false) && std::set(written.begin(), written.end()).size() == written.size();
}

bool reads_only_what_was_written(const std::vector<test::Touch>& touches) {
  std::set<std::vector<std::int64_t>> written;
  for (const test::Touch& touch : touches) {
    if (touch.writes) written.insert(touch.element);
    if (!touch.writes && !written.contains(touch.element)) return false;
  }
  return true;
}

std::vector<Diagnostic> stream_findings(const poly::Scop& scheduled, int array) {
  poly::Scop streamed = scheduled;
  streamed.hardware.dataflow = Location{};
  streamed.hardware.streams.push_back({array, 2, {}});
  return poly::check_dataflow(streamed);
}

}  // namespace

TEST_CASE("stream: accepted exactly when the sequences of written and of read elements are equal") {
  const unsigned first_seed = 20260401;
  int accepted = 0, refused = 0;
  for (unsigned seed = first_seed; seed < first_seed + 400; ++seed) {
    CAPTURE(seed);
    RandomPair generator(seed);
    const test::Compiled program([&] { generator.declare(); });
    const auto scheduled = program.scheduled();
    if (!scheduled) continue;  // a triangle with narrow rows writes elements twice, and not every order will do
    // An element that is read but never written is the business of check_local_arrays.
    if (!poly::check_local_arrays(program.as_written).empty()) continue;
    const int array = scheduled->program->find_array("B");
    const bool queue = is_a_queue(test::touches_in_order(*scheduled, array));
    const std::vector<Diagnostic> findings = stream_findings(*scheduled, array);
    CHECK(findings.empty() == queue);
    for (const Diagnostic& finding : findings) CHECK(finding.code == "not-a-stream");
    ++(queue ? accepted : refused);
  }
  MESSAGE("seeds ", first_seed, "…: accepted ", accepted, ", refused ", refused);
  CHECK(accepted > 40);
  CHECK(refused > 40);
}

TEST_CASE("local arrays: a read before the write is found exactly when walking the instances finds one") {
  const unsigned first_seed = 20260701;
  int accepted = 0, refused = 0;
  for (unsigned seed = first_seed; seed < first_seed + 300; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    const test::Compiled program([&] {
      placeholder B("B", {12}), C("C", {12, 3});
      B.local();
      var t("t", 0, 2), i("i", pick(0, 1), 6), n("i", pick(0, 2), 6);
      compute make("make", {t, i}, i, B(pick(0, 1) ? i + pick(0, 1) : 6 - i));
      compute use("use", {t, n}, B(pick(0, 2) ? n + pick(0, 1) : 6 - n), C(n, t));
      if (pick(0, 1)) use.after(make, pick(0, 1));
      if (pick(0, 3) == 0) make.where(i % 2 == 0);
      if (pick(0, 3) == 0) use.where(n % 2 == 0);
    });
    const bool fine = reads_only_what_was_written(test::touches_in_order(program.as_written, 0));
    const std::vector<Diagnostic> findings = poly::check_local_arrays(program.as_written);
    CHECK(findings.empty() == fine);
    for (const Diagnostic& finding : findings) CHECK(finding.code == "uninitialized-read");
    ++(fine ? accepted : refused);
  }
  MESSAGE("seeds ", first_seed, "…: accepted ", accepted, ", refused ", refused);
  CHECK(accepted > 20);
  CHECK(refused > 20);
}

namespace {

/// Whether S, which nothing is written to before, may be read by what makes its new value.
bool begins_with_select(const std::function<expr(const expr& before, const expr& data, const var& k)>& value) {
  const test::Compiled program([&] {
    placeholder S("S", {8}), A("A", {8}), C("C", {8});
    S.local();
    var k("k", 0, 4), i("i", 0, 8);
    compute add("add", {k, i}, value(S(i), A(i), k) + 1, S(i));
    compute copy("copy", {i}, S(i), C(i));
  });
  return poly::check_local_arrays(program.as_written).empty();
}

}  // namespace

TEST_CASE("uninitialized-read: what every select leaves out needs no value") {
  CHECK(begins_with_select([](auto before, auto, auto k) { return select(k > 0, before, 0); }));
  CHECK(begins_with_select([](auto before, auto, auto k) { return select(k == 0, 0, before); }));
  CHECK(
      begins_with_select([](auto before, auto data, auto k) { return select(k >= 1 && k < 9, data + before, data); }));
  CHECK(begins_with_select([](auto before, auto, auto k) { return select(k < 2, select(k > 0, before, 1), before); }));
  CHECK_FALSE(begins_with_select([](auto before, auto, auto k) { return select(k > -1, before, 0); }));
  CHECK_FALSE(begins_with_select([](auto before, auto, auto k) { return select(k > 0, 0, before); }));
  CHECK_FALSE(begins_with_select([](auto before, auto data, auto) { return select(data > 0, before, 0); }));
  CHECK_FALSE(begins_with_select([](auto before, auto, auto k) { return select(k > 0, before, 0) + before; }));
  CHECK_FALSE(begins_with_select([](auto before, auto, auto k) { return select(before > k, before, 0); }));
}

namespace {

/// B between two nests, under dataflow: the messages of what is found.
std::string finding(const std::function<void(const placeholder&, const placeholder&, const placeholder&)>& computes) {
  test::Compiled program([&] {
    placeholder A("A", {8, 8}), B("B", {8, 8}), C("C", {8, 8});
    B.local();
    computes(A, B, C);
    B.stream(2);
  });
  program.program.dataflow();
  const auto scheduled = program.scheduled();
  if (!scheduled) return scheduled.errors().front().message;
  const std::vector<Diagnostic> findings = poly::check_dataflow(*scheduled);
  return findings.empty() ? "" : findings.back().message;
}

const var i("i", 0, 8), j("j", 0, 8);

}  // namespace

TEST_CASE("stream: each refusal names its reason and its elements") {
  CHECK(finding([](auto A, auto B, auto C) {
          compute make("make", {i, j}, A(i, j), B(i, j));
          compute use("use", {i, j}, B(j, i), C(i, j));
        }) ==
        "\"B\" cannot be a FIFO: it is not read in the order in which it is written\n"
        "\"make\" writes B[0,1] before B[1,0], \"use\" reads B[1,0] first\n"
        "exchange loops of one of them, let B.convert() copy it in the other order, or leave the channels to "
        "dataflow(Channels::automatic)");
  CHECK(finding([](auto A, auto B, auto C) {
          placeholder D("D", {8, 8});
          D.local();
          compute make("make", {i, j}, A(i, j) + 1, B(i, j));
          compute copy("copy", {i, j}, B(j, i), D(j, i));
          compute use("use", {i, j}, D(j, i) + 1, C(i, j));
        }).find("leave out this stream(), so that \"B\" is the memory that \"copy\" needs") != std::string::npos);
  CHECK(finding([](auto A, auto B, auto C) {
          compute make("make", {i, j}, A(i, j), B(i, j));
          compute use("use", {i, j}, B(i, 0), C(i, j));
        }) == "\"B\" cannot be a FIFO: \"use\" reads B[0,0] more than once");
  CHECK(finding([](auto A, auto B, auto C) {
          compute make("make", {i, j}, A(i, j), B(i, 0));
          compute use("use", {i}, B(i, 0), C(i, 0));
        }) == "\"B\" cannot be a FIFO: \"make\" writes B[0,0] more than once");
  CHECK(finding([](auto A, auto B, auto C) {
          compute make("make", {i, j}, A(i, j), B(i, j));
          compute use("use", {i}, B(i, 0), C(i, 0));
        }) == "\"B\" cannot be a FIFO: B[0,1] is written but never read, and would stay in the FIFO");
  CHECK(finding([](auto A, auto B, auto C) {
          compute make("make", {i, j}, A(i, j), B(i, j));
          compute use("use", {i, j}, B(i, j) + B(i, 7 - j), C(i, j));
        }) == "\"B\" cannot be a FIFO: \"use\" reads it in two places");
  CHECK(finding([](auto A, auto B, auto C) {
          compute make("make", {i, j}, A(i, j), B(i, j));
          compute use("use", {i, j}, B(i, j), C(i, j));
          use.fuse(make, i);
        }) == "\"B\" cannot be a FIFO: \"make\" and \"use\" are one process");
}

TEST_CASE("dataflow: a channel has one producer and one consumer") {
  const auto twice = [](auto A, auto B, auto C) {
    compute first("first", {i, j}, A(i, j), B(i, j));
    compute second("second", {i, j}, B(i, j) + 1, B(i, j));
    compute use("use", {i, j}, B(i, j), C(i, j));
  };
  CHECK(finding(twice).find("\"first\" and \"second\" write it") != std::string::npos);
}

TEST_CASE("dataflow: a bundle is read by one process, and written by one") {
  const auto with_bundles = [](const char* a, const char* d, const char* c, bool as_one) {
    test::Compiled program([&] {
      placeholder A("A", {8, 8}), B("B", {8, 8}), C("C", {8, 8}), D("D", {8, 8});
      B.local();
      compute make("make", {i, j}, A(i, j) + 1, B(i, j));
      compute use("use", {i, j}, B(i, j) + D(i, j), C(i, j));
      A.interface("m_axi", a);
      D.interface("m_axi", d);
      C.interface("m_axi", c);
      if (as_one) process("both", {make, use});
    });
    program.program.dataflow();
    const std::vector<Diagnostic> findings = poly::check_dataflow(*program.scheduled());
    return findings.empty() ? "" : findings.front().message + "\n" + findings.front().help;
  };
  const std::string refused =
      "bundle \"g\" is the port of two processes: the nest of \"make\" reads \"A\", the nest of \"use\" reads \"D\"; "
      "only one "
      "process may\nD.interface(\"m_axi\", \"g_D\") gives \"D\" a bundle of its own";
  CHECK(with_bundles("g", "g", "h", false) == refused);
  CHECK(with_bundles("g", "h", "g", false) == "");
  CHECK(with_bundles("g", "g", "g", true) == "");
  CHECK(with_bundles("g", "g", "g_D", false).find("\"g_D_2\"") != std::string::npos);
  // The tool's name for ports that name no bundle.
  CHECK(with_bundles("", "gmem", "h", false).find("\"gmem\" is the port of two processes") != std::string::npos);
}
