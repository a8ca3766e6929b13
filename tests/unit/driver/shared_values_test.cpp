#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;

namespace {

constexpr int steps = 60;

/// Each step uses the one before twice: 2^60 paths lead to the argument.
expr mixed(expr value) {
  for (int step = 0; step < steps; ++step) value = value ^ (value >> 3);
  return value;
}

expr squared(expr value) {
  for (int step = 0; step < steps; ++step) value = value * value;
  return value;
}

struct Use {
  const char* name;
  void (*declare)();
};

const Use uses[] = {
    {"a value",
     [] {
       var i("i", 0, 16);
       placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
       compute s("s", {i}, mixed(A(i)), B(i));
     }},
    {"an operand of a sum",
     [] {
       var i("i", 0, 16), j("j", 0, 16);
       placeholder A("A", {16, 16}, p_float32), B("B", {16}, p_float32);
       compute s("s", {i, j}, B(i) + squared(A(i, j)), B(i));
       allow_reassociation();
     }},
    {"a condition",
     [] {
       var i("i", 0, 16);
       placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
       compute s("s", {i}, select(mixed(A(i)) > 0 && mixed(A(i)) < 9, A(i), 1), B(i));
     }},
    {"an argument behind a bus",
     [] {
       var i("i", 0, 16);
       placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
       compute s("s", {i}, mixed(A(i)), B(i));
       A.interface("m_axi", "a");
       B.interface("m_axi", "b");
     }},
    {"a token of a channel",
     [] {
       var i("i", 0, 16), j("j", 0, 16);
       placeholder A("A", {16}, p_int32), T("T", {16}, p_int32), B("B", {16}, p_int32);
       T.local();
       compute s("s", {i}, mixed(A(i)), T(i)), t("t", {j}, mixed(T(j)), B(j));
       dataflow(Channels::automatic);
     }},
    {"a value of loops",
     [] {
       var i("i", 0, 16);
       placeholder B("B", {16}, p_int32);
       compute s("s", {i}, mixed(i + 1), B(i));
     }},
    {"a remainder",
     [] {
       var i("i", 0, 16);
       placeholder A("A", {16}, p_int32), B("B", {16}, p_int32);
       compute s("s", {i}, A(i) / (mixed(A(i)) | 1) + mixed(A(i)) % 7, B(i));
     }},
};

}  // namespace

TEST_CASE("codegen and auto_DSE: a value that shares its parts takes the time of its operations, not of its paths") {
  for (const Use& use : uses) {
    CAPTURE(use.name);
    const test::Scratch scratch;
    function program("shared");
    program.scope(use.declare);
    CHECK(program.codegen(test::quiet(scratch / "shared")).verified);
    DseOptions options;
    options.quiet = true;
    options.write = false;
    options.seconds = 5;
    CHECK(program.auto_DSE(options).verified);
  }
}
