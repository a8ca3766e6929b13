#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <sstream>

#include "../../slowness.hpp"
#include "../polyhedral/brute_force.hpp"
#include "../polyhedral/fixture.hpp"
#include "dse/transform/transform.hpp"

namespace pom::test {

/// BICG's sums along both dimensions of n x n elements.
inline void declare_two_sums(int n) {
  var i("i", 0, n), j("j", 0, n);
  placeholder A("A", {n, n}), p("p", {n}), q("q", {n}), r("r", {n}), s("s", {n});
  compute s1("s1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute s2("s2", {i, j}, q(i) + A(i, j) * p(j), q(i));
  s2.after(s1, j);
}

/// A program and what stage one makes of it.
struct Transformed : Compiled {
  dse::transform::TransformOptions options;
  double milliseconds = 0;  ///< set by run(), which comes next
  dse::transform::TransformResult result;
  poly::Scop scheduled;

  explicit Transformed(const std::function<void()>& body, dse::transform::TransformOptions chosen = {})
      : Compiled(body), options(std::move(chosen)), result(run()), scheduled(apply(result.directives)) {}

  poly::Scop apply(const Schedule& directives) const {
    const auto made = poly::apply_schedule(as_written, dependences, directives);
    if (!made) throw std::runtime_error("refused: " + made.errors().front().message);
    return *made;
  }

  /// "k i j" for the loops of a compute after the transformation.
  std::string order(const std::string& compute) const { return order(result, compute); }
  std::string order(const dse::transform::TransformResult& of, const std::string& compute) const {
    std::string text;
    for (const dse::transform::LoopInfo& loop : info(of, compute).loops) text += (text.empty() ? "" : " ") + loop.name;
    return text;
  }

  const dse::transform::NestInfo& info(const std::string& compute) const { return info(result, compute); }
  const dse::transform::NestInfo& info(const dse::transform::TransformResult& of, const std::string& compute) const {
    const int wanted = as_written.program->find_compute(compute);
    for (const dse::transform::NestInfo& nest : of.nests) {
      if (nest.statement == wanted) return nest;
    }
    throw std::runtime_error("no such compute");
  }

  /// The steps in order: "distribute interchange fuse".
  std::string steps() const {
    std::string text;
    for (const dse::transform::TrailStep& step : result.trail) text += (text.empty() ? "" : " ") + step.step;
    return text;
  }

  std::string trail() const { return dse::transform::to_string(result.trail); }

  bool share(const std::string& a, const std::string& b, int level) const {
    const auto &first = scheduled.statements[as_written.program->find_compute(a)].position,
               &second = scheduled.statements[as_written.program->find_compute(b)].position;
    return std::equal(first.begin(), first.begin() + level + 1, second.begin());
  }

 private:
  dse::transform::TransformResult run() {
    const graph::DependenceGraph known = graph();
    const auto start = std::chrono::steady_clock::now();
    auto made = dse::transform::transform_for_parallelism(program.record(), as_written, known, options);
    milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return made;
  }
};

/// "i:p j:r1 k:d2*": parallel, reduction or dependence with its distance, * for tight.
inline std::string describe(const dse::transform::NestInfo& nest) {
  std::string text;
  for (const dse::transform::LoopInfo& loop : nest.loops) {
    text += (text.empty() ? "" : " ") + loop.name + ":";
    if (loop.parallel) {
      text += "p";
    } else {
      text += (loop.reduction  ? "r"
               : loop.distance ? "d"
                               : "a") +
              (loop.distance ? std::to_string(*loop.distance) : "");
    }
    if (loop.tight) text += "*";
  }
  return text;
}

}  // namespace pom::test
