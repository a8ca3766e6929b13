#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>

#include "../../fuzz/random.hpp"
#include "dsl/execute/interpret.hpp"
#include "dsl/model/interval.hpp"
#include "dsl/model/number.hpp"
#include "dsl/print/print_expression.hpp"
#include "fixture.hpp"
#include "polyhedral/analysis/bounds.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

using dsl::Wide;

constexpr int rows = 6, columns = 5, elements = 64, marker = 1000;

/// One iteration, with the contents that its index may read.
struct Iteration {
  Wide i, j, N;
  std::vector<Wide> data;  ///< of A0, A1, A2 at i
};

/// An index expression as a user writes it, and the whole number that it is, which rounds down and wraps nowhere.
struct Index {
  expr written;
  std::function<Wide(const Iteration&)> number;
  /// Alone, a number or a product of two numbers would be computed by C++, not recorded.
  bool is_number = false;
};

Wide floor_quotient(Wide a, Wide b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); }
Wide floor_remainder(Wide a, Wide b) { return a - b * floor_quotient(a, b); }

Index integer(int value) {
  return {expr(value), [value](const Iteration&) { return Wide{value}; }, true};
}

/// Makes index expressions of loops, three arrays' data and a parameter.
class IndexMaker {
 public:
  IndexMaker(fuzz::Random& random, const var& i, const var& j, const parameter& N, std::vector<placeholder> data)
      : random_(random), i_(i), j_(j), N_(N), data_(std::move(data)) {}

  Index make(int depth) {
    if (depth == 0 || random_.chance(10)) return leaf();
    Index a = make(depth - 1);
    if (a.is_number) a = leaf_that_varies();
    const auto f = a.number;
    const int by = random_.one_of(std::vector{2, 3, 5, 7, 16, 64});
    const int bits = random_.pick(1, 5);
    switch (random_.pick(0, 12)) {
      case 0:
        return {-a.written, [=](const Iteration& at) { return -f(at); }};
      case 1:
        return {abs(a.written), [=](const Iteration& at) { return std::max(f(at), -f(at)); }};
      case 2:
        return {a.written * by, [=](const Iteration& at) { return f(at) * by; }};
      case 3:
        return {a.written / by, [=](const Iteration& at) { return floor_quotient(f(at), by); }};
      case 4:
        return {a.written % by, [=](const Iteration& at) { return floor_remainder(f(at), by); }};
      case 5:
        return {a.written >> bits, [=](const Iteration& at) { return floor_quotient(f(at), Wide{1} << bits); }};
      case 6:
        return {a.written & ((1 << bits) - 1),
                [=](const Iteration& at) { return floor_remainder(f(at), Wide{1} << bits); }};
      case 7:
        return {clamp(a.written, bits - 3, by),
                [=](const Iteration& at) { return std::max<Wide>(bits - 3, std::min<Wide>(f(at), by)); }};
      case 8:
        return divided(a);
      case 9:
        return chosen(a, make(depth - 1), make(depth - 1));
      default:
        return joined(a, make(depth - 1));
    }
  }

  /// An index that no value can take outside of [0, elements).
  Index kept_inside(const Index& index) {
    const auto f = index.number;
    const auto clamped = [=](const Iteration& at) { return std::max<Wide>(0, std::min<Wide>(f(at), elements - 1)); };
    switch (random_.pick(0, 2)) {
      case 0:
        return {clamp(index.written, 0, elements - 1), clamped};
      case 1:
        return {p_max(0, p_min(elements - 1, index.written)), clamped};
      default:
        return {index.written % elements, [=](const Iteration& at) { return floor_remainder(f(at), elements); }};
    }
  }

 private:
  Index leaf() { return random_.chance(15) ? integer(random_.pick(-9, 70)) : leaf_that_varies(); }

  Index leaf_that_varies() {
    switch (random_.pick(0, 5)) {
      case 0:
        return {i_, [](const Iteration& at) { return at.i; }};
      case 1:
        return {j_, [](const Iteration& at) { return at.j; }};
      case 2:
        return {N_, [](const Iteration& at) { return at.N; }};
      default:
        const int array = random_.pick(0, static_cast<int>(data_.size()) - 1);
        return {data_[array](i_), [array](const Iteration& at) { return at.data[array]; }};
    }
  }

  /// By a size, or by data that are kept above 0.
  Index divided(const Index& a) {
    Index by = {N_, [](const Iteration& at) { return at.N; }};
    if (random_.chance(50)) {
      const Index data = leaf_that_varies();
      by = {clamp(data.written, 1, 9),
            [g = data.number](const Iteration& at) { return std::max<Wide>(1, std::min<Wide>(g(at), 9)); }};
    }
    const auto f = a.number, g = by.number;
    if (random_.chance(50))
      return {a.written / by.written, [=](const Iteration& at) { return floor_quotient(f(at), g(at)); }};
    return {a.written % by.written, [=](const Iteration& at) { return floor_remainder(f(at), g(at)); }};
  }

  Index chosen(const Index& condition, const Index& then, const Index& otherwise) {
    const auto f = condition.number, a = then.number, b = otherwise.number;
    const int limit = random_.pick(-3, 9);
    return {select(condition.written > limit, then.written, otherwise.written),
            [=](const Iteration& at) { return f(at) > limit ? a(at) : b(at); }};
  }

  Index joined(const Index& left, const Index& right) {
    const auto a = left.number, b = right.number;
    switch (random_.pick(0, 4)) {
      case 0:
        return {left.written + right.written, [=](const Iteration& at) { return a(at) + b(at); }};
      case 1:
      case 2:
        return {left.written - right.written, [=](const Iteration& at) { return a(at) - b(at); }};
      case 3:
        return {p_min(left.written, right.written), [=](const Iteration& at) { return std::min(a(at), b(at)); }};
      default:
        return {p_max(left.written, right.written), [=](const Iteration& at) { return std::max(a(at), b(at)); }};
    }
  }

  fuzz::Random& random_;
  const var &i_, &j_;
  const parameter& N_;
  std::vector<placeholder> data_;
};

template <class T>
std::vector<Wide> whole_numbers(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return {values.begin(), values.end()};
}

std::vector<Wide> contents(const std::vector<std::byte>& bytes, const Type& type) {
  if (type == p_int8) return whole_numbers<std::int8_t>(bytes);
  if (type == p_uint8) return whole_numbers<std::uint8_t>(bytes);
  if (type == p_int16) return whole_numbers<std::int16_t>(bytes);
  if (type == p_uint32) return whole_numbers<std::uint32_t>(bytes);
  return whole_numbers<std::int32_t>(bytes);
}

/// `y(i, j) = T(index)`, where T(n) is n + marker, with data of random types.
class Gather {
 public:
  explicit Gather(unsigned seed) : random_(seed) {
    const std::vector<Type> types = {p_int8, p_uint8, p_int16, p_int32, p_uint32};
    const parameter N("N", 1, random_.one_of(std::vector{9, 13, 64}));
    const var i("i", 0, rows), j("j", 0, columns);
    std::vector<placeholder> data;
    for (const char* name : {"A0", "A1", "A2"}) {
      data.emplace_back(name, std::vector<std::int64_t>{rows}, random_.one_of(types));
      if (random_.chance(20)) data.back().assume(random_.pick(0, 3), 20);
    }
    const placeholder T("T", {elements}, p_int32), y("y", {rows, columns}, p_int32);
    IndexMaker maker(random_, i, j, N, data);
    Index made = maker.make(random_.pick(2, 4));
    is_kept_inside = random_.chance(60) && !made.is_number;
    if (is_kept_inside) made = maker.kept_inside(made);
    number_ = made.number;
    compute s("s", {i, j}, T(made.written), y(i, j));
  }

  /// What differs from the whole numbers, of one run; empty: nothing.
  std::string difference(const dsl::Function& program, std::uint64_t seed, std::int64_t size) const {
    const dsl::Function sized = dsl::at_sizes(program, {{0, size}});
    dsl::Memory memory = dsl::make_memory(sized, seed);
    std::vector<std::vector<Wide>> data;
    for (int array = 0; array < 3; ++array) {
      const dsl::Array& declared = *program.arrays[array];
      data.push_back(contents(memory.arrays[array], declared.type));
      // One whose contents decide nothing is not read; it keeps its promise all the same.
      data.back().resize(rows, declared.range ? declared.range->low : 0);
    }
    std::vector<std::int32_t> marked(elements);
    std::iota(marked.begin(), marked.end(), marker);
    std::memcpy(memory.arrays[3].data(), marked.data(), memory.arrays[3].size());
    dsl::interpret(sized, memory);
    const std::vector<Wide> y = contents(memory.arrays[4], p_int32);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        Iteration at = {i, j, size, {}};
        for (const auto& values : data) at.data.push_back(values[i]);
        const Wide expected = number_(at), found = y[columns * i + j] - marker;
        if (expected != found)
          return "at i = " + std::to_string(i) + ", j = " + std::to_string(j) + ": T[" + dsl::to_string(expected) +
                 "] is written, T[" + dsl::to_string(found) + "] is read";
      }
    }
    return "";
  }

  bool is_kept_inside = false;

 private:
  fuzz::Random random_;
  std::function<Wide(const Iteration&)> number_;
};

/// Of the compiler, too, where a program is too hard for it.
std::vector<Diagnostic> outside_of(const std::shared_ptr<const dsl::Function>& program, const IslContext& context) {
  try {
    return check_bounds(extract_scop(program, context));
  } catch (const CompileError& error) {
    return error.diagnostics();
  }
}

}  // namespace

TEST_CASE("random indices: what is accepted reads the element that whole numbers give, inside of the array") {
  const unsigned first_seed = 20261125, cases = 3000;
  int accepted = 0, refused = 0;
  const IslContext context;
  for (unsigned seed = first_seed; seed < first_seed + cases; ++seed) {
    CAPTURE(seed);
    function f("f");
    std::optional<Gather> gather;
    f.scope([&] { gather.emplace(seed); });
    const auto program = f.record();
    std::vector<Diagnostic> findings = program->findings;
    if (findings.empty()) findings = outside_of(program, context);
    if (!findings.empty()) {
      ++refused;
      const bool outside = findings.front().code == "out-of-bounds";
      CHECK_MESSAGE(!(outside && gather->is_kept_inside), findings.front().message);
      continue;
    }
    ++accepted;
    for (const std::int64_t size : {1, 5, 9})
      CHECK_MESSAGE(gather->difference(*program, seed, size) == "",
                    dsl::print_access(program->computes[0].loads.back(), *program, {"i", "j"}));
  }
  MESSAGE("seeds ", first_seed, "…: accepted ", accepted, ", refused ", refused);
  CHECK(accepted > cases / 2);
}
