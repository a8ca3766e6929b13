#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "bench/qor/import/import_point.hpp"

using namespace pom::dse;
using nlohmann::json;

namespace {

/// A point from functions as JSON text.
std::string imported(const std::string& functions) {
  const json point = {{"id", "hand-01"},
                      {"kernel", "k"},
                      {"tool_version", "2022.1"},
                      {"part", "xc7z020"},
                      {"clock_ns", {{"target", 10}}},
                      {"desc", json::parse(functions)}};
  const auto result = qor::import_point(point);
  if (const auto* reason = std::get_if<std::string>(&result)) return "refused: " + *reason;
  return to_string(std::get<qor::Point>(result).kernel);
}

/// One function of an array A and an integer n.
std::string imported_body(const std::string& body) {
  return imported(R"json([{"function": "k", "params": [{"name": "A", "type": "i32[32]"}, {"name": "n", "type": "i32"}],
                       "arrays": [], "body": )json" +
                  body + "}]");
}

}  // namespace

#define CHECK_HOLDS(text, part) CHECK_MESSAGE((text).find(part) != std::string::npos, text)
#define CHECK_LACKS(text, part) CHECK_MESSAGE((text).find(part) == std::string::npos, text)

TEST_CASE("import: constants and affine scalars reach bounds and indices") {
  const std::string text = imported_body(R"json([{"def": "m:i32", "expr": "16"},
    {"loop": "", "line": 7, "var": "i", "range": "0..<m", "body": [
      {"loop": "", "line": 8, "var": "j", "range": "i..<m", "body": [
        {"def": "t:i32", "expr": "(add.i32 i j)"},
        {"set": "A[t]", "expr": "(add.i32 A[t] 1)", "type": "i32"}]
}]
}])json");
  CHECK_HOLDS(text, "for i = 0 .. 16  # VITIS_LOOP_7_1 trip 16");
  CHECK_HOLDS(text, "VITIS_LOOP_8_2 trip 16 (from 1, on average 8.5)");
  CHECK_HOLDS(text, "A[i + j] = add.i32(A[i + j], 1:i32)");
  CHECK_LACKS(text, "  t =");
}

TEST_CASE("import: a scalar that a loop changes is not taken for constant inside it") {
  const std::string text = imported_body(R"json([{"def": "m:i32", "expr": "0"},
    {"loop": "", "line": 7, "var": "i", "range": "0..<4", "body": [
      {"set": "A[m]", "expr": "i", "type": "i32"}, {"set": "m", "expr": "(add.i32 m 2)", "type": "i32"}]
}])json");
  CHECK_HOLDS(text, "A[?m] = i");
}

TEST_CASE("import: continue, increments, branches with a constant condition") {
  const std::string text = imported_body(R"json([{"def": "m:i32", "expr": "0"},
    {"loop": "", "line": 7, "var": "i", "range": "7..>=0 step -1", "body": [
      {"if": "(cmp.i32> i 2)", "then": [{"jump": "continue"}]},
      {"if": "(cmp.i32== 1 2)", "then": [{"set": "A[9]", "expr": "9"}]},
      {"set": "A[(post++ m)]", "expr": "5"}]
}])json");
  CHECK_HOLDS(text, "for i = 7 .. -1 step -1  # VITIS_LOOP_7_1 trip 8");
  CHECK_HOLDS(text, "else\n      A[?m] = 5:i32\n      m = add.i32(m, 1:i32)");
  CHECK_LACKS(text, "9:i32");
}

TEST_CASE("import: calls pass constants, rows and references") {
  const std::string text = imported(R"json([
    {"function": "k", "params": [{"name": "A", "type": "f32[4][8]"}], "arrays": [], "body": [
      {"def": "s:f32", "expr": "0"}, {"call": "f A[2] 8 &s"}, {"set": "A[0][0]", "expr": "s"}]},
    {"function": "f", "params": [{"name": "row", "type": "f32[8]"}, {"name": "n", "type": "i32"},
                                 {"name": "out", "type": "f32[*]"}], "arrays": [], "body": [
      {"loop": "L", "line": 3, "var": "i", "range": "0..<n", "body": [{"set": "out[0]", "expr": "row[i]"}]}]}])json");
  CHECK_HOLDS(text, "call f(A[2], 8:i32, s)");
  CHECK_HOLDS(text, "for i = 0 .. 8  # L trip 8");
  CHECK_HOLDS(text, "    out = row[i]");
}

TEST_CASE("import: what a kernel cannot say is refused in words") {
  CHECK_HOLDS(imported_body(R"json([{"loop": "", "line": 1, "var": "i", "range": "0..<n", "body": []}])json"),
              "no known trip");
  CHECK_HOLDS(imported_body(R"json([{"call": "k A n"}])json"), "calls itself");
  CHECK_HOLDS(imported_body(R"json([{"call": "memcpy A A 4"}])json"), "memcpy");
  CHECK_HOLDS(imported_body(R"json([{"set": "A[0]", "expr": "B[0]"}])json"), "refused");
  CHECK_HOLDS(imported_body(R"json([{"jump": "break"}])json"), "jump");
  CHECK_HOLDS(imported_body(R"json([{"strange": "thing"}])json"), "unknown kind");
  CHECK_HOLDS(
      imported_body(R"json([{"loop": "", "line": 1, "var": "i", "range": "0..<4611686018427387904", "body": []}])json"),
      "refused");
  CHECK_HOLDS(imported_body(R"json("text")json"), "refused");
}

TEST_CASE("import: an operation without a name in the model stays visible") {
  CHECK_HOLDS(imported_body(R"json([{"set": "A[0]", "expr": "(crc.i32 A[1])", "type": "i32"}])json"),
              "unknown.i32'crc.i32'(A[1])");
}

TEST_CASE("import: an integer parameter that nothing changes stands in indices and bounds") {
  const std::string text = imported(R"json([
    {"function": "k", "params": [{"name": "A", "type": "f32[64]"}], "arrays": [], "body": [
      {"loop": "", "line": 2, "var": "t", "range": "0..<64 step 8", "body": [{"call": "f A t"}]}]},
    {"function": "f", "params": [{"name": "A", "type": "f32[64]"}, {"name": "from", "type": "i32"}], "arrays": [], "body": [
      {"loop": "", "line": 3, "var": "i", "range": "from..<(from+8)", "body": [{"set": "A[(i+from)]", "expr": "1"}]}]}])json");
  CHECK_HOLDS(text, "for i = from .. from + 8  # VITIS_LOOP_3_1 trip 8");
  CHECK_HOLDS(text, "A[from + i] = 1");
}

TEST_CASE("import: loops without a label are counted among themselves") {
  const std::string text = imported_body(R"json([{"loop": "OUTER", "line": 7, "var": "i", "range": "0..<4", "body": [
    {"loop": "", "line": 9, "var": "j", "range": "0..<8", "body": [{"set": "A[j]", "expr": "i"}]}]}])json");
  CHECK_HOLDS(text, "VITIS_LOOP_9_1");
}

TEST_CASE("import: an initializer is a loop in the scope that holds all uses, or a directive of the array") {
  const std::string head = R"json([{"function": "k", "params": [{"name": "A", "type": "i32[32]"}],
    "arrays": [{"name": "sum", "type": "i32[8]", "init": true}], "body": )json";
  const std::string inside = imported(head + R"json([{"loop": "L", "line": 2, "var": "t", "range": "0..<4", "body": [
    {"loop": "M", "line": 3, "var": "i", "range": "0..<8", "body": [{"set": "sum[i]", "expr": "(add.i32 sum[i] A[i])"}]},
    {"loop": "N", "line": 4, "var": "i", "range": "0..<8", "body": [{"set": "A[(8*t+i)]", "expr": "sum[i]"}]}]}]}])json");
  CHECK_HOLDS(inside, "L trip 4\n    for loop3 = 0 .. 8  # Loop 1 trip 8\n      sum[loop3] = 0:i32");
  // An element for each iteration: the array outlives them.
  const std::string outside = imported(head + R"json([{"loop": "L", "line": 2, "var": "t", "range": "0..<8", "body": [
    {"set": "sum[t]", "expr": "(add.i32 sum[t] A[t])"}, {"set": "A[t]", "expr": "sum[t]"}]}]}])json");
  CHECK_HOLDS(outside, "  for loop1 = 0 .. 8  # Loop 1 trip 8");
  const std::string said = imported(head + R"json([{"loop": "L", "line": 2, "var": "t", "range": "0..<4", "body": [
    {"loop": "M", "line": 3, "var": "i", "range": "0..<8", "body": [{"set": "sum[0]", "expr": "(add.i32 sum[0] A[0])"}]}]}],
    "pragmas": ["ARRAY_PARTITION variable=sum complete"]}])json");
  CHECK_HOLDS(said, "\n  for loop2 = 0 .. 8  # Loop 1 trip 8");
}

TEST_CASE("import: partitions that the report says the tool added are banks of the array in that function") {
  const json functions = json::parse(R"json([
      {"function": "k", "params": [{"name": "A", "type": "i32[32]"}], "arrays": [], "body": [{"call": "f A"}]},
      {"function": "f", "params": [{"name": "B", "type": "i32[32]"}],
       "arrays": [{"name": "C", "type": "i32[8][16]"}],
       "body": [{"set": "C[0][1]", "expr": "B[0]", "type": "i32"}, {"set": "B[1]", "expr": "C[0][1]", "type": "i32"}]}])json");
  const json point = {{"id", "hand-02"},
                      {"kernel", "k"},
                      {"tool_version", "2023.2"},
                      {"part", "xc7z020"},
                      {"clock_ns", {{"target", 10}}},
                      {"desc", functions},
                      {"config", {"config_compile -unsafe_math_optimizations=1"}},
                      {"pragma_report",
                       {{"Source Pragma", "Inferred Pragma", "Options", "Location"},
                        {"pipeline a.cpp:7", "array_partition", "dim=2 type=cyclic factor=4 variable=C", "variable C in f"},
                        {"array_partition", "variable=C cyclic dim=1 factor=2", "a.cpp:3 in f, C"}}}};
  const auto result = qor::import_point(point);
  REQUIRE(std::holds_alternative<qor::Point>(result));
  const qor::Point& imported = std::get<qor::Point>(result);
  CHECK(imported.unsafe_math);
  const std::string text = to_string(imported.kernel);
  CHECK_HOLDS(text, "C: i32[8][16] partition(cyclic 4 dim 2)");
  CHECK_LACKS(text, "dim 1");  // that row is the user's own pragma, which the description has where it counts
}
