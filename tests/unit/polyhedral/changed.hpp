#pragma once
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "dsl/execute/interpret.hpp"
#include "fixture.hpp"
#include "polyhedral/primitives/rewrite.hpp"

namespace pom::test {

/// The program after its directives that change it, or the first error.
struct Changed {
  test::Compiled written;
  Result<std::optional<poly::Rewritten>> made;

  explicit Changed(const std::function<void()>& body)
      : written(body), made(poly::rewrite_program(written.as_written, written.dependences, written.context)) {
    for (const Diagnostic& finding : written.as_written.program->findings) FAIL(finding.message);
  }

  std::string code() const { return made ? "" : made.errors().front().code; }
  std::string message() const { return made ? "" : made.errors().front().message; }
  const dsl::Function& program() const { return *(*made)->as_written.program; }

  /// Whether both programs leave the same in the arguments, bit for bit, at several sizes of their parameters.
  bool computes_the_same() const {
    const dsl::Function& before = *written.as_written.program;
    for (const dsl::Sizes& sizes : dsl::sample_sizes(before, 6)) {
      const dsl::Run run{{}, sizes};
      const auto inputs = dsl::FloatInputs::ordinary;
      dsl::Memory expected = dsl::make_memory(before, run, inputs), got = dsl::make_memory(program(), run, inputs);
      for (const int array : before.array_arguments()) got.arrays[array] = expected.arrays[array];
      dsl::interpret(dsl::at_sizes(before, sizes), expected);
      dsl::interpret(dsl::at_sizes(program(), sizes), got);
      for (const int array : before.array_arguments())
        if (expected.arrays[array] != got.arrays[array]) return false;
    }
    return true;
  }

  std::vector<std::string> computes() const {
    std::vector<std::string> names;
    for (const dsl::Compute& compute : program().computes) names.push_back(compute.name);
    return names;
  }
  std::int64_t elements(const std::string& array) const {
    return program().arrays[program().find_array(array)]->elements();
  }
};

}  // namespace pom::test
