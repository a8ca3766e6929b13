#include <doctest/doctest.h>

#include "bench/qor/description/pragma_text.hpp"
#include "bench/qor/description/term.hpp"
#include "bench/qor/description/type_text.hpp"
#include "bench/qor/description/unsupported.hpp"

using namespace pom::dse;
using namespace pom::dse::qor;
using namespace pom::dse::qor;

TEST_CASE("term: typed lists, infix arithmetic and subscripts mix") {
  const Term term = parse_term("(fadd A[(i*16+j)] (fmul x[j] -2.5))");
  REQUIRE(term.is_operation("fadd"));
  const Term& element = term.operands[0];
  REQUIRE(element.kind == Term::Kind::subscript);
  CHECK(element.operands[0].text == "A");
  CHECK(element.operands[1].is_operation("+"));
  CHECK(element.operands[1].operands[0].is_operation("*"));
  CHECK(term.operands[1].operands[1].value == -2.5);
}

TEST_CASE("term: between brackets a minus is an operator, in a list it is a sign") {
  CHECK(parse_term("(i - 1)").is_operation("-"));
  CHECK(parse_term("(k-1)").is_operation("-"));
  const Term term = parse_term("(mul.i32 x -1)");
  REQUIRE(term.operands.size() == 2);
  CHECK(term.operands[1].value == -1);
  CHECK(parse_terms("f a -2.0 2.0").size() == 4);
}

TEST_CASE("term: what is no expression is refused with its place") {
  for (const char* text : {"", "(", "(fadd a", "a[", "a]", "(a b", "1x", "a.field[0].b[", "\"open", "<open"})
    CHECK_THROWS_AS(parse_term(text), Unsupported);
  CHECK_THROWS_AS(parse_term(std::string(100000, '(')), Unsupported);
  CHECK_THROWS_AS(parse_term(std::string(100000, '-')), Unsupported);
}

TEST_CASE("type: widths, signs, rounding, shapes and streams") {
  const DeclaredType fixed = parse_type("ufx24.10sr[256][64]");
  CHECK(fixed.element.kind == NumberType::Kind::fixed);
  CHECK(fixed.element.bits == 24);
  CHECK(fixed.element.integer_bits == 10);
  CHECK_FALSE(fixed.element.is_signed);
  CHECK(fixed.element.rounds);
  CHECK(fixed.element.saturates);
  CHECK(fixed.shape == std::vector<std::int64_t>{256, 64});
  const DeclaredType stream = parse_type("stream<f32>[10][1]");
  CHECK(stream.stream);
  CHECK(stream.shape == std::vector<std::int64_t>{10, 1});
  CHECK(parse_type("f32[*]").shape == std::vector<std::int64_t>{-1});
  CHECK(parse_type("f32[256 /* points */]").shape == std::vector<std::int64_t>{256});
  for (const char* text :
       {"", "f31", "i0", "rgb", "f32[", "f32[N]", "f32[0]", "stream<f32", "fx8", "i99999999999999999999"})
    CHECK_THROWS_AS(parse_type(text), Unsupported);
}

TEST_CASE("directive: spelling does not matter") {
  const Directive old = parse_directive("@ARRAY_PARTITION cyclic dim=2 factor=4 variable=A");
  CHECK(old.name == "array_partition");
  CHECK(old.choice("type", {"cyclic"}) == "cyclic");
  CHECK(old.value("variable") == "A");
  CHECK(parse_directive("pipeline II = 2").value("ii") == "2");
  CHECK(parse_directive("array_partition variable =b type=complete").choice("type", {}) == "complete");
  CHECK(parse_directive("").name.empty());
}
