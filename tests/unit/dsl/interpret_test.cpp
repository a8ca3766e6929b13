#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include "dsl/execute/interpret.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

using dsl::Memory;

/// Runs the implicit function on `memory` and gives one array.
template <class T>
std::vector<T> run(Memory& memory, int array) {
  REQUIRE(codes(program()->findings).empty());
  dsl::interpret(*program(), memory);
  return contents<T>(memory.arrays[array]);
}

template <class T>
void set(std::vector<std::byte>& bytes, const std::vector<T>& values) {
  REQUIRE(bytes.size() == values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
}

/// `value` of two arrays x, y, element by element.
template <class T>
std::vector<T> map(Type type, const std::vector<T>& xs, const std::vector<T>& ys,
                   const std::function<expr(const expr&, const expr&)>& value) {
  init("map");
  auto count = static_cast<std::int64_t>(xs.size());
  var i("i", 0, count);
  placeholder x("x", {count}, type), y("y", {count}, type), z("z", {count}, type);
  compute s("s", {i}, cast(value(x(i), y(i)), type), z(i));
  Memory memory = dsl::make_memory(*program(), 1);
  set(memory.arrays[0], xs);
  if (!memory.arrays[1].empty()) set(memory.arrays[1], ys);
  return run<T>(memory, 2);
}

}  // namespace

TEST_CASE("interpret: a matrix product, bit for bit") {
  init("gemm");
  const int n = 17, m = 9, depth = 23;
  var i("i", 0, n), j("j", 0, m), k("k", 0, depth);
  placeholder A("A", {n, m}), B("B", {n, depth}), C("C", {depth, m});
  constant alpha("alpha"), beta(0.3);
  compute s("s", {k, i, j}, A(i, j) + alpha * B(i, k) * C(k, j) * beta, A(i, j));
  Memory memory = dsl::make_memory(*program(), 42);
  auto a = contents<float>(memory.arrays[0]), b = contents<float>(memory.arrays[1]),
       c = contents<float>(memory.arrays[2]);
  float factor = contents<float>(memory.scalars[0])[0];
  for (int kk = 0; kk < depth; ++kk)
    for (int ii = 0; ii < n; ++ii)
      for (int jj = 0; jj < m; ++jj) a[ii * m + jj] += factor * b[ii * depth + kk] * c[kk * m + jj] * 0.3f;
  CHECK(run<float>(memory, 0) == a);
}

TEST_CASE("interpret: a number above 2^63 - 1 is a p_uint64, and keeps its value beside every type") {
  constexpr std::uint64_t top = ~std::uint64_t{0};
  using Exprs = const expr&;
  CHECK(map<double>(p_float64, {1, -2}, {}, [](Exprs x, Exprs) { return x * top; }) ==
        std::vector<double>{0x1p64, -0x1p65});
  CHECK(map<std::uint64_t>(p_uint64, {top, 5}, {}, [](Exprs x, Exprs) { return x / (top - 1); }) ==
        std::vector<std::uint64_t>{1, 0});
  CHECK(map<std::uint64_t>(p_uint64, {top, 5}, {}, [](Exprs x, Exprs) { return x + constant(top, p_uint64); }) ==
        std::vector<std::uint64_t>{top - 1, 4});
  CHECK(map<std::uint64_t>(p_uint64, {top, 5}, {}, [](Exprs x, Exprs) { return x >= constant(top); }) ==
        std::vector<std::uint64_t>{1, 0});
  CHECK(map<std::int64_t>(p_int64, {7, -1}, {}, [](Exprs x, Exprs) { return (cast(x, p_int(70)) + top) / 3; }) ==
        std::vector<std::int64_t>{6148914691236517207, 6148914691236517204});
}

TEST_CASE("interpret: triangular loops, reversed and divided indices") {
  init("triangle");
  var i("i", 0, 12), j("j", i / 2, i + 1), k("k", 2 * j - i, 12);
  placeholder A("A", {12, 12}, p_float64), B("B", {12}, p_float64);
  compute s("s", {i, j, k}, A(11 - i, (j + 5 - k + 24) / 3 % 12) * B((k + i) % 12) + k, A(i, j));
  Memory memory = dsl::make_memory(*program(), 7);
  auto a = contents<double>(memory.arrays[0]), b = contents<double>(memory.arrays[1]);
  std::int64_t instances = 0;
  for (int ii = 0; ii < 12; ++ii)
    for (int jj = ii / 2; jj < ii + 1; ++jj)
      for (int kk = 2 * jj - ii; kk < 12; ++kk, ++instances) {
        int column = (jj + 5 - kk + 24) / 3 % 12;
        a[ii * 12 + jj] = a[(11 - ii) * 12 + column] * b[((kk + ii) % 12 + 12) % 12] + kk;
      }
  CHECK(run<double>(memory, 0) == a);
  CHECK(dsl::count_instances(*program(), 1000000) == instances);
  CHECK(dsl::count_instances(*program(), 100) == 101);
}

TEST_CASE("interpret: / and % in indices round down") {
  init("rounded_down");
  var i("i", -6, 6);
  placeholder A("A", {12}, p_int32), B("B", {12}, p_int32);
  compute s("s", {i}, i / 4 * 100 + i % 4, A(i + 6));
  compute t("t", {i}, A(i / 4 + 2) * 0 + A(i % 4 + 6), B(i + 6));
  Memory memory = dsl::make_memory(*program(), 7);
  auto b = run<int>(memory, 1);
  auto a = contents<int>(memory.arrays[0]);
  for (int i0 = -6; i0 < 6; ++i0) {
    CHECK(a[i0 + 6] == i0 / 4 * 100 + i0 % 4);
    CHECK(b[i0 + 6] == a[(i0 + 8) % 4 + 6]);
  }
}

TEST_CASE("interpret: fused statements with different bounds run inside their own, over the union") {
  init("fused");
  var t("t", 0, 5), late("late", 2, 7), i("i", 1, 9), n("n", 0, 10), below("below", 0, late);
  placeholder A("A", {12}), B("B", {12}), C("C", {12});
  compute s1("s1", {t, i}, (B(i - 1) + B(i) + B(i + 1)) * 0.33333, A(i));
  compute s2("s2", {t, n}, A(n) * 0.5 + C(n), B(n));
  compute s3("s3", {late, below}, B(below) - A(below + 1) * 0.25, C(below));
  s2.after(s1, i);
  s3.after(s2, t);
  Memory memory = dsl::make_memory(*program(), 3);
  auto a = contents<float>(memory.arrays[0]), b = contents<float>(memory.arrays[1]),
       c = contents<float>(memory.arrays[2]);
  for (int tt = 0; tt < 7; ++tt) {
    for (int x = 0; tt < 5 && x < 10; ++x) {
      if (x >= 1 && x < 9) a[x] = (b[x - 1] + b[x] + b[x + 1]) * 0.33333f;
      b[x] = a[x] * 0.5f + c[x];
    }
    for (int x = 0; tt >= 2 && x < tt; ++x) c[x] = b[x] - a[x + 1] * 0.25f;
  }
  CHECK(run<float>(memory, 2) == c);
  CHECK(contents<float>(memory.arrays[0]) == a);
  CHECK(contents<float>(memory.arrays[1]) == b);
}

TEST_CASE("interpret: a loop shared by many statements at several depths") {
  init("nested");
  var i("i", 0, 6), j("j", 0, 5), k("k", i, 6);
  placeholder x("x", {6}, p_int64), y("y", {6, 6}, p_int64);
  compute zero("zero", {i}, 0, x(i));
  compute one("one", {i, j}, x(i) * 3 + y(i, j), x(i));
  compute two("two", {i, j}, x(i) + 1, y(i, j));
  compute three("three", {i, k}, y(i, k) - x(i), x(k));
  one.after(zero, i);
  two.after(one, j);
  three.after(two, i);
  Memory memory = dsl::make_memory(*program(), 3);
  auto xs = contents<std::int64_t>(memory.arrays[0]), ys = contents<std::int64_t>(memory.arrays[1]);
  for (int a = 0; a < 6; ++a) {
    xs[a] = 0;
    for (int b = 0; b < 5; ++b) {
      xs[a] = xs[a] * 3 + ys[a * 6 + b];
      ys[a * 6 + b] = xs[a] + 1;
    }
    for (int b = a; b < 6; ++b) xs[b] = ys[a * 6 + b] - xs[a];
  }
  CHECK(run<std::int64_t>(memory, 0) == xs);
  CHECK(contents<std::int64_t>(memory.arrays[1]) == ys);
}

TEST_CASE("interpret: integers wrap around") {
  using Bytes = std::vector<std::int8_t>;
  CHECK(map<std::int8_t>(p_int8, Bytes{127, -128, 100}, Bytes{1, -1, 100}, [](auto x, auto y) { return x + y; }) ==
        Bytes{-128, 127, -56});
  CHECK(map<std::int8_t>(p_int8, Bytes{127, -128}, Bytes{2, -128}, [](auto x, auto y) { return x * y / 2; }) ==
        Bytes{127, 0});
  using Ints = std::vector<std::int32_t>;
  const int lowest = std::numeric_limits<int>::min(), highest = std::numeric_limits<int>::max();
  CHECK(map<std::int32_t>(p_int32, Ints{highest, lowest}, Ints{1, -1}, [](auto x, auto y) { return x + y; }) ==
        Ints{lowest, highest});
  CHECK(map<std::int32_t>(p_int32, Ints{lowest}, Ints{0}, [](auto x, auto) { return abs(x); }) == Ints{lowest});
  using Unsigned = std::vector<std::uint8_t>;
  CHECK(map<std::uint8_t>(p_uint8, Unsigned{3, 255}, Unsigned{5, 255}, [](auto x, auto y) { return x - y; }) ==
        Unsigned{254, 0});
}

TEST_CASE("interpret: integer division truncates, by zero gives 0, the lowest by -1 wraps") {
  using Ints = std::vector<std::int32_t>;
  const int lowest = std::numeric_limits<int>::min();
  Ints x{-7, 7, 5, lowest}, y{2, -2, 0, -1};
  CHECK(map<std::int32_t>(p_int32, x, y, [](auto a, auto b) { return a / b; }) == Ints{-3, -3, 0, lowest});
  CHECK(map<std::int32_t>(p_int32, x, y, [](auto a, auto b) { return a % b; }) == Ints{-1, 1, 0, 0});
}

TEST_CASE("interpret: float to integer truncates and saturates, NaN gives 0") {
  init("saturate");
  var i("i", 0, 6);
  placeholder x("x", {6}), y("y", {6}, p_int8), z("z", {6}, p_uint64), w("w", {6}, p_int64);
  compute s("s", {i}, cast(x(i), p_int8), y(i)), t("t", {i}, cast(x(i), p_uint64), z(i)),
      u("u", {i}, cast(x(i), p_int64), w(i));
  Memory memory = dsl::make_memory(*program(), 1);
  set(memory.arrays[0], std::vector<float>{-1.9f, 127.9f, 1e30f, -1e30f, NAN, 3.5f});
  using Limits = std::numeric_limits<std::int64_t>;
  CHECK(run<std::int8_t>(memory, 1) == std::vector<std::int8_t>{-1, 127, 127, -128, 0, 3});
  CHECK(contents<std::uint64_t>(memory.arrays[2]) == std::vector<std::uint64_t>{0, 127, UINT64_MAX, 0, 0, 3});
  CHECK(contents<std::int64_t>(memory.arrays[3]) ==
        std::vector<std::int64_t>{-1, 127, Limits::max(), Limits::min(), 0, 3});
}

TEST_CASE("interpret: max(a,b) = a > b ? a : b, also for NaN") {
  std::vector<float> x{1, 5, NAN, 2}, y{2, 4, 3, NAN};
  auto highest = map<float>(p_float32, x, y, [](auto a, auto b) { return p_max(a, b); });
  CHECK(highest[0] == 2);
  CHECK(highest[1] == 5);
  CHECK(highest[2] == 3);
  CHECK(std::isnan(highest[3]));
  auto lowest = map<float>(p_float32, x, y, [](auto a, auto b) { return p_min(a, b); });
  CHECK(lowest[0] == 1);
  CHECK(lowest[2] == 3);
}

TEST_CASE("interpret: comparisons, logic, select and functions") {
  std::vector<float> x{1, 2, 3}, y{2, 2, 2};
  auto value = [](auto a, auto b) {
    return select(a < b || (a == b) * 0 != 0, 10, 0) + (a >= b) + (a != b && b > 0) * 100 + select(a <= b, 1000, 2000);
  };
  CHECK(map<float>(p_float32, x, y, value) == std::vector<float>{1110, 1001, 2101});
  auto functions = map<float>(p_float32, x, y,
                              [](auto a, auto b) { return sqrt(a) + exp(b) * log(a) - tanh(a) + pow(a, b) + abs(-a); });
  for (std::size_t n = 0; n < x.size(); ++n) {
    float expected = std::sqrt(x[n]) + std::exp(y[n]) * std::log(x[n]) - std::tanh(x[n]) + std::pow(x[n], y[n]);
    CHECK(functions[n] == expected + std::abs(-x[n]));
  }
}

TEST_CASE("interpret: outside an array's memory it reads 0 and writes nothing") {
  init("outside");
  global::get_implicit_function()->allow_out_of_bounds();
  var i("i", -2, 6);
  placeholder A("A", {4}), B("B", {4});
  compute s("s", {i}, A(i) + 1, B(i));
  compute t("t", {i}, A(i + 1000000), A(i + 2000000));
  Memory memory = dsl::make_memory(*program(), 1);
  auto a = contents<float>(memory.arrays[0]);
  auto b = run<float>(memory, 1);
  for (int n = 0; n < 4; ++n) CHECK(b[n] == a[n] + 1);
  CHECK(contents<float>(memory.arrays[0]) == a);
}

TEST_CASE("make_memory: the same for the same seed, within the promised ranges, empty where unused") {
  init("memory");
  var i("i", 0, 100);
  placeholder f("f", {1000}), n("n", {1000}, p_int16), unused("unused", {10}), u("u", {1000}, p_uint8);
  constant given(1.5), free_one("free_one");
  compute s("s", {i}, f(i) * given + free_one, f(i)), t("t", {i}, n(i), n(i)), v("v", {i}, u(i), u(i));
  Memory memory = dsl::make_memory(*program(), 5);
  CHECK(memory == dsl::make_memory(*program(), 5));
  CHECK_FALSE(memory == dsl::make_memory(*program(), 6));
  CHECK(memory.arrays[2].empty());
  CHECK(memory.scalars[0].empty());
  CHECK(memory.scalars[1].size() == 4);
  bool in_range = true, negative = false;
  for (float x : contents<float>(memory.arrays[0])) in_range = in_range && x >= 0.5f && x < 1.5f;
  for (std::int16_t x : contents<std::int16_t>(memory.arrays[1])) {
    in_range = in_range && x != 0 && x >= -9 && x <= 9;
    negative = negative || x < 0;
  }
  for (std::uint8_t x : contents<std::uint8_t>(memory.arrays[3])) in_range = in_range && x >= 1 && x <= 9;
  CHECK(in_range);
  CHECK(negative);
}

TEST_CASE("count_instances: rectangular domains of any size at once") {
  init("large");
  var i("i", 0, 2000000000), j("j", 0, 2000000000), k("k", 0, 2000000000);
  placeholder A("A", {4});
  compute s("s", {i, j, k}, 1, A(0));
  CHECK(dsl::count_instances(*program(), 10000000) == 10000001);
  init("small");
  var a("a", 0, 4096), b("b", 0, 4096);
  placeholder B("B", {4096, 4096});
  compute t("t", {a, b}, 1, B(a, b)), u("u", {a}, 1, B(a, a));
  CHECK(dsl::count_instances(*program(), 100000000) == 4096 * 4096 + 4096);
}

TEST_CASE("interpret: several million instances take no noticeable time") {
  init("speed");
  var i("i", 0, 160), j("j", 0, 160), k("k", 0, 160);
  placeholder A("A", {160, 160}), B("B", {160, 160}), C("C", {160, 160});
  compute s("s", {k, i, j}, A(i, j) + B(i, k) * C(k, j), A(i, j));
  Memory memory = dsl::make_memory(*program(), 1);
  auto start = std::chrono::steady_clock::now();
  dsl::interpret(*program(), memory);
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  MESSAGE("million instances per second: ", 160.0 * 160 * 160 / seconds / 1e6);
  CHECK(seconds < 10);  // generous: sanitizers and busy machines
}

TEST_CASE("interpret: between two ranges of one loop that lie far apart nothing is walked through") {
  init("apart");
  constexpr int far = 2147483000;
  var i("i", 0, 2), j("i", far, far + 2);
  placeholder A("A", {4}, p_int32);
  compute s("s", {i}, A(i) + 1, A(i));
  compute t("t", {j}, A(j - far) * 2, A(j - far + 2));
  t.after(s, i);
  Memory memory = dsl::make_memory(*program(), 1);
  const auto a = contents<std::int32_t>(memory.arrays[0]);
  CHECK(run<std::int32_t>(memory, 0) == std::vector<std::int32_t>{a[0] + 1, a[1] + 1, (a[0] + 1) * 2, (a[1] + 1) * 2});
}
