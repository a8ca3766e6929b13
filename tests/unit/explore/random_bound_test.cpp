#include <algorithm>
#include <random>
#include <vector>

#include "random_programs.hpp"
#include "unit_bound.hpp"
#include "whole_function.hpp"

using namespace pom;

namespace random_bound_tests {

namespace {

/// A nest of two or three loops in any order, one of them sometimes as long as another's iteration says: a sum in an
/// element that one or two of them choose, or a value for each iteration.
class RandomNest : test::Dice {
 public:
  using Dice::Dice;

  void declare() {
    const bool triangle = number(5) == 0;
    const var a("a", 0, 4 + number(4)), b("b", 0, triangle ? expr(a + 1) : expr(3 + number(5)));
    const var c("c", 0, 2 + number(4));
    std::vector<var> loops{a, b};
    if (number(3) > 0) loops.insert(loops.begin() + number(triangle ? 1 : 3), c);
    if (!triangle) std::shuffle(loops.begin(), loops.end(), random_);
    if (number(2) == 0) pom::allow_reassociation();
    const placeholder x("x", {9, 9}, p_float32), y("y", {9, 9}, p_float32), to("to", {9, 9}, p_float32),
        single("single", {9}, p_float32);
    const auto any = [&]() -> const var& {
      return loops[static_cast<std::size_t>(number(static_cast<int>(loops.size())))];
    };
    const expr value = number(3) == 0 ? expr(x(any(), any())) : x(any(), any()) * y(any(), any());
    const int form = number(4);
    const expr element = form == 0   ? expr(single(any()))
                         : form == 1 ? expr(single(any() + 1))
                         : form == 2 ? expr(to(loops[0], loops[1]))
                                     : expr(to(any(), any()));
    compute s("s", loops, form == 2 ? value : element + value, element);
  }
};

}  // namespace

TEST_CASE("bound: no choice of a random nest's unit is faster") {
  constexpr unsigned first = 1, nests = 150;
  for (unsigned seed = first; seed < first + nests; ++seed) {
    CAPTURE(seed);
    test::check_unit([&] { RandomNest(seed).declare(); }, test::Choices::in_space);
  }
}

TEST_CASE("bound: no choice of random statements that read each other's values takes fewer operators than it says") {
  constexpr unsigned first = 1, programs = 400;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    CAPTURE(seed);
    const test::Units nest([&] { test::RandomSteps(seed).declare(); });
    if (nest.design->units.size() != 1) continue;
    dse::explore::SearchWatch watch(1000, {}, {});
    dse::explore::UnitSpace space(nest.design->kernel, nest.unit(0), {}, test::small_target(), watch);
    const dse::explore::UnitWork work(nest.design->kernel.top_function(), nest.unit(0), test::small_target());
    for (const dse::Configuration& choice : test::all_choices(nest.unit(0)))
      test::check_operators(work, nest.unit(0), space.estimates.around(), space.estimates.evaluate(choice));
  }
}

TEST_CASE("bound: no choice of random statements that read each other's values is faster") {
  constexpr unsigned first = 1, programs = 200;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    CAPTURE(seed);
    const auto program = [&] { test::RandomSteps(seed).declare(); };
    if (test::Units(program).design->units.size() == 1) test::check_unit(program, test::Choices::in_space);
  }
}

namespace {

/// No combination of the random program's choices beats the bound. Returns whether the gap is wide.
template <typename Program>
bool check_random(unsigned seed, test::ListChoices* choices = test::all_choices_and_intervals) {
  CAPTURE(seed);
  Program random(seed);
  test::Whole whole([&] { random.declare(); });
  const double share = random.share();
  dse::explore::ExploreOptions options;
  // Every second program has to fit with its upper bounds.
  options.confidence = seed % 2 == 0 ? 0.9 : 0;
  const double fastest = whole.fastest(test::part_of_device(share, 1, options.confidence), choices);
  options.lut = options.ff = share;
  options.seconds = 1000;
  const dse::explore::Exploration found = test::explore(whole.program.record(), options);
  CHECK(found.bound <= fastest);
  CHECK(found.bound > 0);
  CHECK(whole.less_than_units == 0);
  return found.gap() > 0.5;
}

}  // namespace

TEST_CASE("bound: no design of random functions is faster") {
  constexpr unsigned first = 1, programs = 120;
  int gaps = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) gaps += check_random<test::RandomNests>(seed);
  CHECK(gaps < static_cast<int>(programs) / 2);
}

TEST_CASE("bound: no design of three random loops that wait for each other is faster") {
  constexpr unsigned first = 1, programs = 40;
  for (unsigned seed = first; seed < first + programs; ++seed)
    check_random<test::RandomChains>(seed, test::few_choices);
}

TEST_CASE("bound: no design of two random products is faster, with their outer loops apart or not") {
  constexpr unsigned first = 1, programs = 40;
  for (unsigned seed = first; seed < first + programs; ++seed) check_random<test::RandomProducts>(seed);
}

}  // namespace random_bound_tests
