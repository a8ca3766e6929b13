#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "dse/points/point.hpp"

using namespace pom::dse;
using nlohmann::json;

namespace {

json point_of(const json& functions) {
  return {{"id", "hand-01"},
          {"kernel", "k"},
          {"tool_version", "2022.1"},
          {"part", "xc7z020"},
          {"clock_ns", {{"target", 10}}},
          {"desc", functions}};
}

json function_of(const std::string& name, const json& params, const json& arrays, const json& body) {
  return {{"function", name}, {"params", params}, {"arrays", arrays}, {"body", body}};
}

json declare(const std::string& name, const std::string& type) { return {{"name", name}, {"type", type}}; }

json loop_of(const std::string& var, const std::string& range, const json& body) {
  return {{"loop", ""}, {"line", 7}, {"var", var}, {"range", range}, {"trip", nullptr}, {"body", body}};
}

std::string imported(const json& point) {
  const auto result = import_point(point);
  if (const auto* reason = std::get_if<std::string>(&result)) return "refused: " + *reason;
  return to_string(std::get<Point>(result).kernel);
}

bool holds(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("import: constants and affine scalars reach bounds and indices") {
  const json body = {{{"def", "m:i32"}, {"expr", "16"}},
                     loop_of("i", "0..<m",
                             {loop_of("j", "i..<m",
                                      {{{"def", "t:i32"}, {"expr", "(add.i32 i j)"}},
                                       {{"set", "A[t]"}, {"expr", "(fadd A[t] 1.0)"}, {"type", "f32"}}})})};
  const std::string text = imported(point_of({function_of("k", {declare("A", "f32[32]")}, json::array(), body)}));
  CHECK(holds(text, "for i = 0 .. 16"));
  CHECK(holds(text, "trip 16 (from 1, on average 8.5)"));
  CHECK(holds(text, "A[i + j] = add.f32(A[i + j], 1:f32)"));
  CHECK_FALSE(holds(text, "    t ="));
}

TEST_CASE("import: a scalar that a loop changes is not taken for constant inside it") {
  const json body = {{{"def", "n:i32"}, {"expr", "0"}},
                     loop_of("i", "0..<4",
                             {{{"set", "A[n]"}, {"expr", "i"}, {"type", "i32"}},
                              {{"set", "n"}, {"expr", "(add.i32 n 2)"}, {"type", "i32"}}})};
  const std::string text = imported(point_of({function_of("k", {declare("A", "i32[32]")}, json::array(), body)}));
  CHECK(holds(text, "A[?n] = i"));
}

TEST_CASE("import: continue, increments, branches with a constant condition") {
  const json skip = {{"if", "(cmp.i32> i 2)"}, {"then", {{{"jump", "continue"}}}}};
  const json never = {{"if", "(cmp.i32== 1 2)"}, {"then", {{{"set", "A[9]"}, {"expr", "9"}}}}};
  const json body = {{{"def", "n:i32"}, {"expr", "0"}},
                     loop_of("i", "7..>=0 step -1", {skip, never, {{"set", "A[(post++ n)]"}, {"expr", "5"}}})};
  const std::string text = imported(point_of({function_of("k", {declare("A", "i32[32]")}, json::array(), body)}));
  CHECK(holds(text, "for i = 7 .. -1 step -1  # VITIS_LOOP_7_1 trip 8"));
  CHECK(holds(text, "else\n      A[?n] = 5:i32\n      n = add.i32(n, 1:i32)"));
  CHECK_FALSE(holds(text, "9:i32"));
}

TEST_CASE("import: calls pass constants, rows and references") {
  const json inner =
      function_of("f", {declare("row", "f32[8]"), declare("n", "i32"), declare("out", "f32[*]")}, json::array(),
                  {loop_of("i", "0..<n", {{{"set", "out[0]"}, {"expr", "row[i]"}, {"type", "f32"}}})});
  const json outer =
      function_of("k", {declare("A", "f32[4][8]")}, json::array(),
                  {{{"def", "s:f32"}, {"expr", "0"}}, {{"call", "f A[2] 8 &s"}}, {{"set", "A[0][0]"}, {"expr", "s"}}});
  const std::string text = imported(point_of({outer, inner}));
  CHECK(holds(text, "call f(A[2], 8:i32, s)"));
  CHECK(holds(text, "for i = 0 .. 8"));
  CHECK(holds(text, "    out = row[i]"));
}

TEST_CASE("import: what a kernel cannot say is refused in words") {
  const auto reason = [](const json& body) {
    return imported(point_of({function_of("k", {declare("A", "i32[32]"), declare("n", "i32")}, json::array(), body)}));
  };
  CHECK(holds(reason({loop_of("i", "0..<n", json::array())}), "no known trip count"));
  CHECK(holds(reason({{{"call", "k A n"}}}), "calls itself"));
  CHECK(holds(reason({{{"call", "memcpy A A 4"}}}), "memcpy"));
  CHECK(holds(reason({{{"set", "A[0]"}, {"expr", "B[0]"}}}), "refused"));
  CHECK(holds(reason({{{"jump", "break"}}}), "jump"));
  CHECK(holds(reason({{{"strange", "thing"}}}), "unknown kind"));
  CHECK(holds(reason({loop_of("i", "0..<4611686018427387904", json::array())}), "refused"));
  CHECK(holds(reason("text"), "refused"));
}

TEST_CASE("import: an operation without a name in the model stays visible") {
  const std::string text =
      imported(point_of({function_of("k", {declare("A", "i32[32]")}, json::array(),
                                     {{{"set", "A[0]"}, {"expr", "(crc.i32 A[1])"}, {"type", "i32"}}})}));
  CHECK(holds(text, "unknown.i32'crc.i32'(A[1])"));
}
