#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace errors_tests {

namespace {

/// One array A[8][8] and loops i, j, k.
struct Setting {
  var i{start(), 0, 8}, j{"j", 0, 8}, k{"k", 0, 8};
  placeholder A{"A", {8, 8}, p_float32};

  std::vector<std::string> found() const { return places(program()->findings); }

 private:
  static std::string start() {
    init("errors");
    return "i";
  }
};

using Places = std::vector<std::string>;

}  // namespace

TEST_CASE("wrong-index-count: at the access, with both numbers") {
  Setting p;
  unsigned line = __LINE__ + 1;
  compute s("s", {p.i}, p.A(p.i), p.A[p.i][p.i]);
  compute t("t", {p.i}, 1, p.A(p.i, p.i, p.i));
  CHECK(p.found() == Places{at_line("wrong-index-count", line), at_line("wrong-index-count", line + 1)});
  CHECK(program()->findings[0].message == "array \"A\" has 2 dimensions, but 1 index is given");
  CHECK(program()->computes.empty());
}

TEST_CASE("non-affine-index: products of loops and reals; value-too-large: numbers beyond 32 bits") {
  Setting p;
  unsigned line = __LINE__ + 1;
  compute a("a", {p.i, p.j}, 1, p.A(p.i * p.j, 0));
  compute c("c", {p.i, p.j}, 1, p.A(p.i * 1.5, 0));
  compute e("e", {p.i, p.j}, 1, p.A(p.i / (p.j + 1), p.i % -2));
  compute f("f", {p.i, p.j}, 1, p.A(sqrt(p.i), p.i));
  compute g("g", {p.i, p.j}, 1, p.A(p.i + 4294967296, p.i));
  Places expected;
  for (unsigned at = line; at <= line + 3; ++at) expected.push_back(at_line("non-affine-index", at));
  expected.push_back(at_line("value-too-large", line + 4));
  CHECK(p.found() == expected);
  CHECK(program()->findings[0].message.find("index 0 of \"A\"") != std::string::npos);
  CHECK(program()->findings[0].message.find("i * j is a product of loops") != std::string::npos);
}

TEST_CASE("affine indices: constants, quotients and remainders are accepted") {
  Setting p;
  constant two(2);
  compute s("s", {p.i, p.j}, p.A((p.i * two + p.j) / 4 + 1, (p.j - p.i) % 8), p.A(2 * p.i - (p.i + p.i), -(-p.j)));
  CHECK(program()->findings.empty());
  REQUIRE(program()->computes.size() == 1);
}

TEST_CASE("bounds: triangular ones are accepted, others are non-affine-bound at the variable") {
  Setting p;
  unsigned line = __LINE__ + 1;
  var below("below", 0, p.i), inside("inside", p.i / 2, p.i + 1), square("square", 0, p.i * p.i);
  compute s("s", {p.i, below, inside}, 1, p.A(below, inside));
  compute t("t", {p.i, square}, 1, p.A(p.i, square));
  compute u("u", {p.i, square}, 1, p.A(p.i, square));
  CHECK(p.found() == Places{at_line("non-affine-bound", line)});
  CHECK(program()->computes.size() == 1);
}

TEST_CASE("unknown-loop: in values, indices and bounds") {
  Setting p;
  var triangle("triangle", 0, p.k);
  unsigned line = __LINE__ + 1;
  compute a("a", {p.i}, p.k, p.A(p.i, 0));
  compute b("b", {p.i}, 1, p.A(p.i, p.j));
  compute c("c", {p.i, triangle}, 1, p.A(p.i, 0));
  compute d("d", {triangle, p.k}, 1, p.A(p.k, 0));
  CHECK(p.found() == Places{at_line("unknown-loop", line), at_line("unknown-loop", line + 1),
                            at_line("unknown-loop", line + 2), at_line("unknown-loop", line + 3)});
}

TEST_CASE("missing-bounds and empty-loop") {
  Setting p;
  var name("name");
  unsigned line = __LINE__ + 1;
  var empty("empty", 8, 8), backward("backward", 4, 0);
  compute a("a", {p.i, name}, 1, p.A(p.i, name));
  compute b("b", {p.i, empty}, 1, p.A(p.i, empty));
  compute c("c", {backward}, 1, p.A(0, backward));
  CHECK(p.found() ==
        Places{at_line("missing-bounds", line + 1), at_line("empty-loop", line), at_line("empty-loop", line)});
  CHECK(program()->findings[0].notes[0].at.line == line - 2);
}

TEST_CASE("duplicate-name: arrays, arguments, computes, the function, and loops of one compute") {
  Setting p;
  unsigned line = __LINE__ + 1;
  placeholder again("A", {4});
  constant c("A");
  compute s("s", {p.i}, 1, p.A(p.i, 0));
  compute t("s", {p.i}, 1, p.A(p.i, 1));
  compute u("A", {p.i}, 1, p.A(p.i, 1));
  placeholder function_name("errors", {4});
  compute v("v", {p.i, p.i}, 1, p.A(p.i, 1));
  CHECK(p.found() == Places{at_line("duplicate-name", line), at_line("duplicate-name", line + 1),
                            at_line("duplicate-name", line + 3), at_line("duplicate-name", line + 4),
                            at_line("duplicate-name", line + 5), at_line("duplicate-name", line + 6)});
  CHECK(program()->findings[2].notes[0].at.line == line + 2);
  CHECK(render(program()->findings[2]).find("note: compute \"s\" is declared at errors_test.cpp:") !=
        std::string::npos);
  CHECK(program()->computes.size() == 1);
}

TEST_CASE("duplicate-name: not between loops of different computes, nor unnamed constants") {
  Setting p;
  constant a, b;
  var short_i("i", 0, 2);
  compute s("s", {p.i}, a, p.A(p.i, 0));
  compute t("t", {short_i}, b, p.A(short_i, 0));
  CHECK(program()->findings.empty());
  CHECK(program()->scalars[0]->name != program()->scalars[1]->name);
}

TEST_CASE("invalid-name: no identifiers and reserved words") {
  Setting p;
  unsigned line = __LINE__ + 1;
  placeholder spaced("my array", {4});
  placeholder digit("2mm", {4});
  placeholder word("class", {4});
  compute nameless("", {p.i}, 1, p.A(p.i, 0));
  var loop("for", 0, 4);
  compute s("s", {loop}, 1, p.A(loop, 0));
  CHECK(p.found() == Places{at_line("invalid-name", line), at_line("invalid-name", line + 1),
                            at_line("invalid-name", line + 2), at_line("invalid-name", line + 3),
                            at_line("invalid-name", line + 4)});
  init("2mm");
  CHECK(codes(program()->findings) == Places{"invalid-name"});
}

TEST_CASE("bad-shape: extents below 1 and arrays beyond counting; uses of them report nothing more") {
  Setting p;
  unsigned line = __LINE__ + 1;
  placeholder zero("zero", {8, 0});
  placeholder huge("huge", {4294967296, 4294967296});
  compute s("s", {p.i}, zero(p.i), p.A(p.i, 0));
  zero.partition({4, 4}, "cyclic");
  s.split(p.i, 0);
  CHECK(p.found() == Places{at_line("bad-shape", line), at_line("bad-shape", line + 1)});
}

TEST_CASE("no-destination: nothing, a constant, or a value") {
  Setting p;
  constant sum("sum");
  unsigned line = __LINE__ + 1;
  compute a("a", {p.i}, p.A(p.i, 0));
  compute b("b", {p.i}, p.A(p.i, 0), sum);
  compute c("c", {p.i}, 1, p.A(p.i, 0) + 1);
  CHECK(p.found() == Places{at_line("no-destination", line), at_line("no-destination", line + 1),
                            at_line("no-destination", line + 2)});
}

TEST_CASE("foreign-array and foreign-constant: use in another function") {
  Setting p;
  constant alpha("alpha"), number(2.5);
  init("another");
  placeholder B("B", {8});
  unsigned line = __LINE__ + 1;
  compute a("a", {p.i}, p.A(p.i, 0), B(p.i));
  compute b("b", {p.i}, B(p.i), p.A(p.i, 0));
  compute c("c", {p.i}, alpha, B(p.i));
  compute d("d", {p.i}, number, B(p.i));
  CHECK(p.found() == Places{at_line("foreign-array", line), at_line("foreign-array", line + 1),
                            at_line("foreign-constant", line + 2)});
  CHECK(program()->computes.size() == 1);
}

TEST_CASE("bad-operand: the remainder of floats") {
  Setting p;
  unsigned line = __LINE__ + 1;
  compute s("s", {p.i}, p.A(p.i, 0) % 2, p.A(p.i, 0));
  CHECK(p.found() == Places{at_line("bad-operand", line)});
}

namespace {

/// The sum of so many elements, as flat as it can be.
expr sum_of(const placeholder& A, int terms) {
  return terms == 1 ? expr(A(0, 0)) : sum_of(A, terms / 2) + sum_of(A, terms - terms / 2);
}

}  // namespace

TEST_CASE("value-too-large: values of too many operations, or that nest without end") {
  Setting p;
  const expr wide = sum_of(p.A, 60'000);
  expr nested = p.A(0, 0);
  for (int n = 0; n < 1'000'000; ++n) nested = nested + 1;
  unsigned line = __LINE__ + 1;
  compute s("s", {p.i}, wide, p.A(p.i, 0));
  compute t("t", {p.i}, nested, p.A(p.i, 0));
  CHECK(p.found() == Places{at_line("value-too-large", line), at_line("value-too-large", line + 1)});
}

TEST_CASE("value-too-large: a part that is used again and again counts once") {
  Setting p;
  expr doubled = p.A(0, 0);
  for (int n = 0; n < 1000; ++n) doubled = doubled + doubled;
  compute s("s", {p.i}, doubled, p.A(p.i, 0));
  CHECK(p.found() == Places{});
}

TEST_CASE("value-too-large: an index counts as it is written out") {
  Setting p;
  expr doubled = p.i;
  for (int n = 0; n < 40; ++n) doubled = doubled + doubled;
  unsigned line = __LINE__ + 1;
  compute s("s", {p.i}, p.A(doubled, 0), p.A(p.i, 0));
  CHECK(p.found() == Places{at_line("value-too-large", line)});
}

TEST_CASE("division-by-zero: where the divisor is 0 whatever the inputs are") {
  init("division");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_int32), W("W", {8}, p_int(12)), F("F", {8}, p_fixed(16, 8)), R("R", {8});
  unsigned line = __LINE__ + 1;
  compute s0("s0", {i}, A(i) / 0, A(i));
  compute s1("s1", {i}, A(i) % (i - i), A(i));
  compute s2("s2", {i}, A(i) / (A(i) - A(i)), A(i));
  compute s3("s3", {i}, A(i) % (i & 0) + 1, A(i));
  compute s4("s4", {i}, cast(W(i) / (W(i) ^ W(i)), p_int(12)), W(i));
  compute s5("s5", {i}, cast(F(i) / 0, p_fixed(16, 8)), F(i));
  compute s6("s6", {i}, R(i) / 0, R(i));
  compute s7("s7", {i}, A(i) / i, A(i));
  Places wanted;
  for (unsigned n = 0; n < 6; ++n) wanted.push_back(at_line("division-by-zero", line + n));
  CHECK(places(program()->findings) == wanted);
}

TEST_CASE("directives: arguments are judged at the call's line, and refused ones are not recorded") {
  Setting p;
  compute s("s", {p.i, p.j}, 1, p.A(p.i, p.j));
  var bad("not a name"), i0("i0");
  unsigned line = __LINE__;
  s.split(p.i, 0);
  s.tile(p.i, p.j, 4, -1);
  s.tile({p.i, p.j}, {4});
  s.tile({p.i, p.j}, {4, 4}, {i0}, {i0});
  s.skew(p.i, p.j, 0, 1);
  s.skew(p.i, p.j, 1, 0);
  s.unroll(p.i, 0);
  s.unroll(p.i, -2);
  s.pipeline(p.i, 0);
  s.split(p.i, 4, bad, i0);
  CHECK(p.found() == Places{at_line("bad-factor", line + 1), at_line("bad-factor", line + 2),
                            at_line("bad-factor", line + 3), at_line("bad-factor", line + 4),
                            at_line("bad-factor", line + 5), at_line("bad-factor", line + 6),
                            at_line("bad-factor", line + 7), at_line("bad-factor", line + 8),
                            at_line("bad-interval", line + 9), at_line("invalid-name", line + 10)});
  CHECK(program()->schedule.empty());
}

TEST_CASE("bad-partition: number of factors and kinds, kinds, and factors") {
  Setting p;
  unsigned line = __LINE__;
  p.A.partition({4}, "cyclic");
  p.A.partition({4, 4}, "cyclical");
  p.A.partition({4, 0}, "cyclic");
  p.A.partition({4, 9}, "block");
  p.A.partition({4, 4}, std::vector<std::string>{"cyclic"});
  p.A.partition({4, 99}, {"cyclic", "complete"});
  p.A.partition({1, 8}, {"none", "block"});
  CHECK(p.found() == Places{at_line("bad-partition", line + 1), at_line("bad-partition", line + 2),
                            at_line("bad-partition", line + 3), at_line("bad-partition", line + 4),
                            at_line("bad-partition", line + 5)});
  CHECK(program()->schedule.size() == 2);
}

TEST_CASE("findings: a refused compute causes no follow-ups, independent errors stand together") {
  Setting p;
  unsigned line = __LINE__ + 1;
  compute bad("bad", {p.i}, p.A(p.i), p.A(p.i, 0));
  compute good("good", {p.i}, 1, p.A(p.i, 0));
  bad.pipeline(p.i, 0);
  good.after(bad, p.i);
  bad.after(good, 7);
  good.pipeline(p.i, 0);
  CHECK(p.found() == Places{at_line("wrong-index-count", line), at_line("bad-interval", line + 5)});
}

TEST_CASE("set_schedule: replaces the schedule; unknown computes and arrays are findings") {
  Setting p;
  compute s("s", {p.i, p.j}, 1, p.A(p.i, p.j));
  s.pipeline(p.i, 1);
  function* f = global::get_implicit_function();
  f->set_schedule({{Interchange{"s", p.i, p.j}, {"x.cpp", 5}},
                   {Pipeline{"nobody", p.i, 1}, {"x.cpp", 6}},
                   {Partition{"nothing", {2}, {"cyclic"}}, {"x.cpp", 7}}});
  CHECK(p.found() == Places{"unknown-compute:6", "unknown-array:7"});
  REQUIRE(f->schedule().size() == 1);
  CHECK(to_string(f->schedule()[0]) == "s.interchange(i, j)");
  CHECK(program()->transformed);
  f->set_schedule({});
  CHECK_FALSE(program()->transformed);
}

TEST_CASE("set_schedule: what was wrong with the directives that it replaces is no longer said") {
  Setting p;
  compute s("s", {p.i, p.j}, 1, p.A(p.i, p.j));
  p.A.partition({99, 99, 99}, "cyclic");
  s.pipeline(p.i, 0);
  compute twice("s", {p.i, p.j}, 2, p.A(p.i, p.j));
  CHECK(program()->findings.size() == 3);
  global::get_implicit_function()->set_schedule({});
  REQUIRE(program()->findings.size() == 1);  // of the program
  CHECK(program()->findings.front().code == "duplicate-name");
}

TEST_CASE("a finished function: what becomes local, an output or the result behind its compilation is noted") {
  init("late");
  var i("i", 0, 8);
  placeholder A("A", {8}), unused("unused", {8});
  scalar last("last"), other("other");
  compute s("s", {i}, A(i) + 1, A(i));
  compute t("t", {}, A(7), last);
  compute u("u", {}, A(6), other);
  const std::shared_ptr<dsl::Function> record = program();  // whoever asks for it takes it over
  REQUIRE(codes(record->findings).empty());
  const auto is_noted = [&](const std::function<void()>& change) {
    record->note_compiled();
    change();
    return record->pending.has_value();
  };
  CHECK(is_noted([&] { A.local(); }));
  CHECK(is_noted([&] { last.output(); }));
  CHECK(is_noted([&] { other.returned(); }));
  CHECK_FALSE(is_noted([&] { unused.local(); }));
}

}  // namespace errors_tests
