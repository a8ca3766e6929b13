#include "nest_fixture.hpp"
#include "whole_function.hpp"

using namespace pom;

namespace {

/// Kinds of statements with one loop, by which units differ in what they take and in what they compete for.
void add_unit(int kind, const std::string& number, int n, const placeholder& from, const placeholder& to) {
  var i("i" + number, 0, n);
  const expr values[] = {from(i) * 3 + 1, from(i) + to(i), from(i) * from(i), (from(i) + 2) * to(i) + from(i)};
  compute s("s" + number, {i}, values[kind], to(i));
}

/// A chain of units over arrays of `n` elements, of which each reads what the one before wrote.
std::function<void()> chain(const std::vector<int>& kinds, int n) {
  return [=] {
    std::vector<placeholder> arrays;
    for (std::size_t a = 0; a <= kinds.size(); ++a)
      arrays.emplace_back("A" + std::to_string(a), std::vector<std::int64_t>{n}, p_float32);
    for (std::size_t u = 0; u < kinds.size(); ++u) add_unit(kinds[u], std::to_string(u), n, arrays[u], arrays[u + 1]);
  };
}

/// The search's design against all combinations of copies; that it also chooses intervals can only make it faster.
void check_chain(const std::vector<int>& kinds, int n) {
  test::Whole whole(chain(kinds, n));
  for (const double share : {0.1, 0.2, 0.4}) {
    const double fastest = whole.fastest(test::part_of_device(share), test::all_choices);
    dse::explore::ExploreOptions options;
    options.dsp = options.lut = options.ff = share;
    options.seconds = 1000;
    const dse::explore::Exploration found = test::explore(whole.program.record(), options);
    CAPTURE(share);
    MESSAGE("fastest of all ", fastest, ", found ", found.qor.latency_average, ", bound ", found.bound);
    CHECK(found.bound <= fastest);
    CHECK(found.qor.latency_average <= fastest);
  }
}

}  // namespace

TEST_CASE("combinations: no choice of copies for four to six units is faster than the search's design") {
  SUBCASE("four units") { check_chain({0, 1, 2, 3}, 6); }
  SUBCASE("five units") { check_chain({3, 0, 3, 1, 2}, 5); }
  SUBCASE("six units") { check_chain({0, 0, 2, 2, 1, 3}, 4); }
}
