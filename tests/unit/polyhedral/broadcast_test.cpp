#include <doctest/doctest.h>

#include "changed.hpp"
#include "dsl/print/print_program.hpp"

using namespace pom;
using test::Changed;

TEST_CASE("broadcast: one nest in front reads the box that is used, and all others its copy") {
  const Changed changed([] {
    var i("i", 2, 6), j("j", 0, 8);
    placeholder A("A", {10, 8}, p_int32), B("B", {10, 8}, p_int32), C("C", {8}, p_int32), D("D", {8}, p_int32);
    compute a("a", {i, j}, A(i, j) + A(i - 1, C(j) & 7), B(i, j)), b("b", {j}, A(3, j), D(j));
    compute read = A.broadcast();
    read.pipeline(0, 1);
  });
  REQUIRE(changed.message() == "");
  CHECK(changed.computes_the_same());
  const dsl::Compute& reader = changed.program().computes.back();
  CHECK(reader.name == "read_A_in");
  CHECK(reader.position.front() == 0);
  CHECK(reader.loops[0].lower->integer == 1);
  CHECK(reader.loops[0].upper->integer == 6);
  CHECK(changed.program().schedule.size() == 1);
}

TEST_CASE("broadcast: an order that is said of its reader is a directive, judged where the reader exists") {
  const auto code = [](const std::function<void(compute&, compute&)>& order) -> std::string {
    const Changed changed([&] {
      var i("i", 0, 8);
      placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32);
      compute s("s", {i}, B(i) = A(i));
      compute read = A.broadcast();
      compute t("t", {i}, C(i) = A(i));
      order(t, read);
    });
    REQUIRE(changed.code() == "");
    const poly::Rewritten& made = **changed.made;
    const auto scheduled = poly::apply_schedule(made.as_written, made.dependences, changed.program().schedule);
    return scheduled ? "" : scheduled.errors().front().code;
  };
  CHECK(code([](compute& t, compute& read) { t.after(read, 0); }) == "");
  CHECK(code([](compute& t, compute& read) { read.after(t, -1); }) == "illegal-after");
}

TEST_CASE("broadcast: of a size that only the run knows, all is read") {
  const Changed changed([] {
    parameter N("N", 2, 9);
    var i("i", 0, N), j("j", 1, N);
    placeholder A("A", {N}, p_int32), B("B", {N}, p_int32), C("C", {N}, p_int32);
    compute a("a", {i}, A(i) * 2, B(i)), b("b", {j}, A(j - 1), C(j));
    A.broadcast("all");
  });
  REQUIRE(changed.message() == "");
  CHECK(changed.computes_the_same());
}

TEST_CASE("broadcast: automatic channels ask for it where several nests read an argument, unless nests are fused") {
  const auto declare = [](bool fused) {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_int32), w("w", {8}, p_int32), t("A_in", {8}, p_int32), C("C", {8}, p_int32);
    t.local();
    compute a("a", {i}, A(i) + w(i), t(i)), b("b", {i}, t(i) * w(i), C(i));
    if (fused) b.fuse(a, i);
    dataflow(Channels::automatic);
  };
  const Changed changed([&] { declare(false); }), fused([&] { declare(true); });
  REQUIRE(changed.message() == "");
  REQUIRE(changed.made->has_value());
  REQUIRE((*changed.made)->applied.size() == 1);
  CHECK(to_string((*changed.made)->applied[0]) ==
        "auto read_w_in = w.broadcast(\"w_in\"); auto w_in = read_w_in.array");
  CHECK(changed.computes_the_same());
  CHECK_FALSE(fused.made->has_value());
}

TEST_CASE("broadcast: automatic channels find room for names beside one of a hundred characters") {
  const std::string longest(100, 'w');
  const Changed changed([&] {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_int32), w(longest, {8}, p_int32), t("t", {8}, p_int32), C("C", {8}, p_int32);
    t.local();
    compute a("a", {i}, A(i) + w(i), t(i)), b("b", {i}, t(i) * w(i), C(i));
    dataflow(Channels::automatic);
  });
  REQUIRE(changed.message() == "");
  REQUIRE(changed.made->has_value());
  CHECK((*changed.made)->applied.size() == 1);
  CHECK(changed.computes_the_same());
}

TEST_CASE("broadcast: the call gives a handle for the array that it fills") {
  const Changed changed([] {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_int32), B("B", {8}, p_int32), C("C", {8}, p_int32);
    compute s("s", {i}, A(i) + 1, B(i)), t("t", {i}, A(i) * 2, C(i));
    auto read = A.broadcast();
    read.unroll(0, 2);
    read.array.partition({2}, "cyclic");
  });
  REQUIRE(changed.message() == "");
  CHECK(changed.computes_the_same());
}
