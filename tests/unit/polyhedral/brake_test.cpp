#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "support/brake.hpp"

namespace {

using pom::Brake;
using pom::poly::StepPool;
using pom::poly::try_within;

constexpr unsigned long any_steps = std::numeric_limits<unsigned long>::max();

/// A subtraction of sets with many remainders: minutes of work.
void ask_hard_question(const isl::ctx& context) {
  const isl::map access(context,
                        "{ S[i, j, k, l] -> A[(3i + 5j + k) mod 61, (7l + 11k + j) mod 59, (i + l + 2j) mod 31] : "
                        "0 <= i, j, k, l < 16 }");
  isl::map all = access.apply_range(access.reverse());
  for (;;) all = all.subtract(all.lexmin()).coalesce();
}

/// Seconds of the clock, and whether the pool's question had an answer.
struct Outcome {
  bool answered;
  double seconds;
};

Outcome ask(const isl::ctx& context, double part) {
  const auto start = std::chrono::steady_clock::now();
  StepPool pool{any_steps, part};
  const bool answered = try_within(context, pool, any_steps, [&] { ask_hard_question(context); });
  return {answered, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

bool works(const isl::ctx& context) {
  return !isl::set(context, "{ [i] : 0 <= i < 8 and i mod 3 = 1 }").lexmin().is_empty();
}

}  // namespace

TEST_CASE("brake: a question ends with the processor's time, and the next ones are not asked") {
  const pom::poly::IslContext isl;
  const Brake brake({0.2});
  CHECK(!ask(isl.get(), 0).answered);
  CHECK(works(isl.get()));
  bool asked = false;
  CHECK(!try_within(isl.get(), any_steps, [&] { asked = true; }));
  CHECK(!asked);
}

TEST_CASE("brake: the clock ends only questions that have a part of its time, and those at their part") {
  const pom::poly::IslContext isl;
  const Brake brake({2, 0.4});
  const Outcome half = ask(isl.get(), 0.5), whole = ask(isl.get(), 1);
  CHECK(!half.answered);
  CHECK(half.seconds >= 0.2);
  CHECK(!whole.answered);
  CHECK(half.seconds + whole.seconds >= 0.4);
  CHECK(half.seconds + whole.seconds < 1.4);  // a second late at most
  CHECK(!ask(isl.get(), 0).answered);         // by the processor
  CHECK(works(isl.get()));
}

TEST_CASE("brake: an interruption ends a question within a second, without any limit of time") {
  const pom::poly::IslContext isl;
  std::atomic<bool> interrupted = true;
  const Brake brake({Brake::unlimited, Brake::unlimited, [&] { return interrupted.load(); }});
  CHECK(ask(isl.get(), 1).seconds < 1);
  CHECK(try_within(isl.get(), any_steps, [&] { CHECK(works(isl.get())); }));  // no part: it has to have its answer
}

TEST_CASE("brake: a question inside of another ends alone") {
  const pom::poly::IslContext isl;
  const Brake brake({10, 0.1});
  bool inside = true;
  CHECK(try_within(isl.get(), any_steps, [&] {
    inside = ask(isl.get(), 1).answered;
    CHECK(works(isl.get()));
  }));
  CHECK(!inside);
}

TEST_CASE("brake: behind the last one, and on other threads, nothing is ended") {
  const pom::poly::IslContext isl;
  {
    const Brake outer({0});
    {
      const Brake inner({1});
      CHECK(try_within(isl.get(), any_steps, [&] { CHECK(works(isl.get())); }));
    }
    CHECK(!try_within(isl.get(), any_steps, [&] { CHECK(works(isl.get())); }));
    bool answered = false;
    std::thread([&] { answered = try_within(isl.get(), any_steps, [&] { works(isl.get()); }); }).join();
    CHECK(answered);
  }
  CHECK(try_within(isl.get(), any_steps, [&] { CHECK(works(isl.get())); }));
}
