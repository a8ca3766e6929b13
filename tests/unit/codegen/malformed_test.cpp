#include <doctest/doctest.h>

#include <random>

#include "fixture.hpp"

using namespace pom;

TEST_CASE("malformed text: a module cut off anywhere is refused") {
  const std::string text = test::module_text();
  const std::size_t end = text.find_last_of('}');
  for (std::size_t length = 1; length < end; length += 37) {
    CAPTURE(length);
    CHECK(test::refusal(text.substr(0, length)) != "");
  }
}

TEST_CASE("malformed text: changed bytes are refused or still a module, never a crash") {
  const unsigned seed = 7;
  std::mt19937 random(seed);
  const std::string text = test::module_text();
  int refused = 0;
  for (int n = 0; n < 300; ++n) {
    std::string changed = text;
    for (int bytes = 1 + n % 3; bytes > 0; --bytes)
      changed[random() % changed.size()] = static_cast<char>(random() % 256);
    refused += test::refusal(changed) != "" ? 1 : 0;
  }
  MESSAGE("seed ", seed, ": ", refused, " of 300 refused");
  CHECK(refused > 150);
}

TEST_CASE("malformed text: what is no module at all") {
  for (const char* text : {"", "\n\n", "int main() {}", "module {", "func.func @f(", "\x01\x02\x03", "}}}}"}) {
    CAPTURE(text);
    backend::CodegenContext context;
    const auto module = backend::parse_affine(text, "test.mlir", context);
    if (!module) CHECK(module.errors().front().code == "bad-mlir");
  }
}
