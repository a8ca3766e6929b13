#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/record/table_file.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

const dsl::Array& array(int n) { return *program()->arrays[n]; }

std::string only_message() {
  REQUIRE(program()->findings.size() == 1);
  return program()->findings[0].message;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A .npy file's text.
std::string npy(int version, const std::string& header, const std::string& data) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte)
    text += static_cast<char>(header.size() >> (8 * byte) & 255);
  return text + header + data;
}

std::string header(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }\n";
}

dsl::Array table(std::vector<std::int64_t> shape, Type type) {
  dsl::Array made;
  made.name = "W";
  made.shape = std::move(shape);
  made.type = type;
  return made;
}

template <class T>
std::vector<T> read(const Result<dsl::Bytes>& bytes) {
  if (!bytes) FAIL(bytes.errors().front().message);
  return contents<T>(*bytes);
}

std::string refusal(const Result<dsl::Bytes>& bytes) {
  return bytes ? "" : bytes.errors().front().code + ": " + bytes.errors().front().message;
}

}  // namespace

TEST_CASE("values: nested and flat lists, vectors and arrays of any arithmetic type") {
  init("f");
  placeholder A("A", {2, 3}, p_int16), B("B", {4}, p_float32), C("C", {2, 2}, p_uint8), D("D", {}, p_float64),
      E("E", {2}, p_uint64);
  A.values({{1, -2, 3}, {4, 5, 6}});
  B.values(std::vector<double>{0.5, 1, 1.5, 2});
  C.values(std::array<std::array<int, 2>, 2>{{{1, 2}, {3, 255}}});
  D.values(2.5);
  E.values({18446744073709551615u, 7u});
  CHECK(program()->findings.empty());
  CHECK(contents<std::int16_t>(*array(0).contents) == std::vector<std::int16_t>{1, -2, 3, 4, 5, 6});
  CHECK(contents<float>(*array(1).contents) == std::vector<float>{0.5, 1, 1.5, 2});
  CHECK(contents<std::uint8_t>(*array(2).contents) == std::vector<std::uint8_t>{1, 2, 3, 255});
  CHECK(contents<double>(*array(3).contents) == std::vector<double>{2.5});
  CHECK(contents<std::uint64_t>(*array(4).contents) == std::vector<std::uint64_t>{18446744073709551615u, 7});
  init("f");
  placeholder F("F", {2, 3}, p_int8);
  F.values({1, 2, 3, 4, 5, 6.0});
  CHECK(contents<std::int8_t>(*array(0).contents) == std::vector<std::int8_t>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("values: fixed point rounds to nearest, to 0 too") {
  init("f");
  placeholder A("A", {3}, p_fixed(8, 4)), B("B", {2}, p_fixed(8, 8));
  A.values({1.2e-16, 0.03, 0.97});
  B.values({3, -128});
  CHECK(program()->findings.empty());
  CHECK(contents<std::int8_t>(*array(0).contents) == std::vector<std::int8_t>{0, 0, 16});
  CHECK(contents<std::int8_t>(*array(1).contents) == std::vector<std::int8_t>{3, -128});
}

TEST_CASE("values: a table's range is that of its elements") {
  init("f");
  placeholder A("A", {3}, p_int16), B("B", {2}, p_fixed(8, 4)), C("C", {2}, p_float32);
  A.values({7, -30, 12});
  B.values({0.5, -1.25});
  C.values({0.25, 3});
  CHECK((array(0).range->low == -30 && array(0).range->high == 12));
  CHECK((array(1).range->low == -20 && array(1).range->high == 8));
  CHECK((array(2).range->real_low == 0.25 && array(2).range->real_high == 3));
}

TEST_CASE("bad-table: counts, braces, and numbers that the type does not hold") {
  const auto message = [](Type type, std::vector<std::int64_t> shape, const dsl::Contents& given) {
    init("f");
    placeholder W("W", std::move(shape), type);
    W.values(given);
    CHECK(codes(program()->findings) == std::vector<std::string>{"bad-table"});
    return only_message();
  };
  CHECK(says(message(p_int8, {3}, {1, 2}), "2 numbers for the 3 elements of W[3]"));
  CHECK(says(message(p_int8, {2, 2}, {{1, 2}, {3}}), "braces of dimension 1 hold 1, not 2"));
  CHECK(says(message(p_int8, {2, 2}, {{1, 2}, 3}), "a number stands where braces should be"));
  CHECK(says(message(p_int8, {2}, {{1}, {2}}), "the braces are nested too deep"));
  CHECK(says(message(p_int8, {2}, {1, 128}), "W[1] would be 128, which p_int8 does not hold"));
  CHECK(says(message(p_uint8, {2}, {1, -1}), "W[1] would be -1"));
  CHECK(says(message(p_int32, {1}, {1.5}), "W[0] would be 1.5"));
  CHECK(says(message(p_int64, {1}, {18446744073709551615u}), "W[0] would be 18446744073709551615"));
  CHECK(says(message(p_float32, {1}, {1e300}), "W[0] would be 1e+300, which p_float32 does not hold"));
  CHECK(says(message(p_fixed(8, 4), {1}, {8}), "which p_fixed(8, 4) does not hold"));
  CHECK(says(message(p_fixed(8, 4, Quantization::truncate, Overflow::saturate_symmetric), {2}, {-7.9375, -8}),
             "W[1] would be -8, which"));
  CHECK(says(message(p_int32, {1}, {NAN}), "which p_int32 does not hold"));
  CHECK(says(message(p_int(100), {1}, {1}), "wider than the 64 bits of a literal"));
  CHECK(says(message(p_int8, {1 << 20}, {1}), "it would have 1048576 elements"));
}

TEST_CASE("bad-table: contents twice, of a local array, behind a use") {
  init("f");
  var i("i", 0, 2);
  placeholder A("A", {2}, p_int8), B("B", {2}, p_int8), C("C", {2}, p_int8), D("D", {2}, p_int8);
  A.values({1, 2});
  const unsigned line = __LINE__ + 1;
  A.values({1, 2});
  B.local();
  B.values({1, 2});
  compute s("s", {i}, C(i), D(i));
  C.values({1, 2});
  CHECK(places(program()->findings) ==
        std::vector{at_line("bad-table", line), at_line("bad-table", line + 2), at_line("bad-table", line + 4)});
}

TEST_CASE("table-written: at the compute, and an assumed array keeps its range") {
  init("f");
  var i("i", 0, 4);
  placeholder A("A", {4}, p_int32), B("B", {4}, p_int32), W("W", {4}, p_int32);
  W.values({1, 2, 3, 4});
  A.assume(0, 9);
  compute good("good", {i}, (B(i) & 7) + 2, A(i));
  const unsigned line = __LINE__ + 1;
  compute table("table", {i}, A(i), W(i));
  compute breaks("breaks", {i}, A(i) + 1, A(i));
  CHECK(places(program()->findings) == std::vector{at_line("table-written", line), at_line("bad-assume", line + 1)});
  CHECK(says(program()->findings[1].message, "its value may be anything from 1 to 10"));
  CHECK(program()->computes.size() == 1);
}

TEST_CASE("bad-assume: empty, beyond the type, of a table, twice, behind a use") {
  init("f");
  var i("i", 0, 2);
  placeholder A("A", {2}, p_uint8), B("B", {2}, p_uint8), C("C", {2}, p_float32);
  const unsigned line = __LINE__ + 1;
  A.assume(3, 2);
  A.assume(0, 256);
  A.assume(0, 7).assume(1, 2);
  compute s("s", {i}, A(i), B(i));
  B.assume(0, 3);
  C.values({1, 2}).assume(0, 3);
  CHECK(places(program()->findings) == std::vector{at_line("bad-assume", line), at_line("bad-assume", line + 1),
                                                   at_line("bad-assume", line + 2), at_line("bad-assume", line + 4),
                                                   at_line("bad-assume", line + 5)});
}

TEST_CASE("make_memory: tables have their contents, assumed arrays keep their range and meet its ends") {
  init("f");
  var i("i", 0, 500);
  placeholder A("A", {500}, p_int32), B("B", {500}, p_float32), W("W", {2}, p_int32), y("y", {500}, p_float32);
  A.assume(-3, 1000);
  B.assume(-1.5, 2);
  W.values({41, 42});
  compute s("s", {i}, cast(A(i) + W(i % 2), p_float32) + B(i), y(i));
  for (std::uint64_t seed : {0u, 1u, 7u}) {
    const dsl::Memory memory = dsl::make_memory(*program(), seed);
    const auto a = contents<int>(memory.arrays[0]);
    const auto b = contents<float>(memory.arrays[1]);
    CHECK(std::all_of(a.begin(), a.end(), [](int x) { return x >= -3 && x <= 1000; }));
    CHECK(*std::min_element(a.begin(), a.end()) == -3);
    CHECK(*std::max_element(a.begin(), a.end()) == 1000);
    CHECK(std::all_of(b.begin(), b.end(), [](float x) { return x >= -1.5f && x <= 2; }));
    CHECK(contents<int>(memory.arrays[2]) == std::vector{41, 42});
  }
}

TEST_CASE("npy: versions, byte orders, Fortran order and all element types") {
  const std::string little{"\x01\x00\xff\xff\x03\x00", 6}, big{"\x00\x01\xff\xff\x00\x03", 6};
  const dsl::Array wanted = table({3}, p_int32);
  for (int version : {1, 2, 3}) {
    CHECK(read<int>(dsl::read_npy(npy(version, header("<i2", "(3,)"), little), "w.npy", wanted, {})) ==
          std::vector{1, -1, 3});
  }
  CHECK(read<int>(dsl::read_npy(npy(1, header(">i2", "(3,)"), big), "w.npy", wanted, {})) == std::vector{1, -1, 3});
  CHECK(read<int>(dsl::read_npy(npy(1, header("<u2", "(3,)"), little), "w.npy", wanted, {})) ==
        std::vector{1, 65535, 3});
  const std::string six = "\x01\x02\x03\x04\x05\x06";
  const dsl::Array matrix = table({2, 3}, p_int8);
  CHECK(read<std::int8_t>(dsl::read_npy(npy(1, header("|u1", "(2, 3)", true), six), "w.npy", matrix, {})) ==
        std::vector<std::int8_t>{1, 3, 5, 2, 4, 6});
  CHECK(read<std::int8_t>(dsl::read_npy(npy(1, header("|u1", "(2, 3)"), six), "w.npy", matrix, {})) ==
        std::vector<std::int8_t>{1, 2, 3, 4, 5, 6});
  const float reals[] = {0.5f, -2};
  const std::string bytes(reinterpret_cast<const char*>(reals), sizeof reals);
  CHECK(read<double>(dsl::read_npy(npy(1, header("<f4", "(2,)"), bytes), "w.npy", table({2}, p_float64), {})) ==
        std::vector{0.5, -2.0});
  CHECK(read<float>(dsl::read_npy(npy(1, header("<f2", "(1,)"), {"\x00\x3c", 2}), "w.npy", table({1}, p_float32),
                                  {})) == std::vector{1.0f});
}

TEST_CASE("npy: what is not read is refused with the reason") {
  const dsl::Array wanted = table({2}, p_int8);
  const auto said = [&](const std::string& text) { return refusal(dsl::read_npy(text, "w.npy", wanted, {})); };
  CHECK(says(said("no"), "it is no .npy file"));
  CHECK(says(said(npy(9, header("|i1", "(2,)"), "12")), "its version is 9"));
  CHECK(says(said(npy(1, header("|i1", "(2,)"), "12").substr(0, 20)), "it ends inside of its header"));
  CHECK(says(said(npy(1, header("<c8", "(2,)"), "12")), "elements of type '<c8' are not read"));
  CHECK(says(said(npy(1, header("<f4", "(2,)"), "12345678")), "it holds floating-point numbers"));
  CHECK(says(said(npy(1, header("|i1", "(3,)"), "123")), "its shape is {3}, that of \"W\" is {2}"));
  CHECK(says(said(npy(1, header("|i1", "(2,)"), "123")), "it has 3 bytes of elements, not 2"));
  CHECK(says(said(npy(1, header("|b1", "(2,)"), "\x01\x07")), "W[1] is a bool whose byte is neither 0 nor 1"));
  CHECK(says(said(npy(1, header("|i1", "(2, -1)"), "12")), "its shape is (2, -1)"));
  CHECK(says(said(npy(1, "{}", "12")), "its header has no descr"));
  CHECK(says(said(npy(1, "{'descr': '|i1', 'fortran_order'", "12")), "its header has no descr"));
  CHECK(says(said(npy(1, header("|u1", "(2,)"), "\x01\xff")), "W[1] would be 255"));
}

TEST_CASE("npy: no cut text breaks the reader") {
  const std::string text = npy(1, header("<i2", "(3,)"), "123456");
  const dsl::Array wanted = table({3}, p_int32);
  for (std::size_t length = 0; length < text.size(); ++length) {
    CHECK_FALSE(refusal(dsl::read_npy(text.substr(0, length), "w.npy", wanted, {})).empty());
    std::string changed = text;
    changed[length] = static_cast<char>(changed[length] ^ 0x55);
    static_cast<void>(dsl::read_npy(changed, "w.npy", wanted, {}));
  }
}

TEST_CASE("raw: little-endian elements, exactly as many, without bits beyond the width") {
  const std::string four{"\x01\x00\xff\xff", 4};
  CHECK(read<std::int16_t>(dsl::read_raw(four, "w.bin", table({2}, p_int16), {})) == std::vector<std::int16_t>{1, -1});
  CHECK(read<std::int16_t>(dsl::read_raw(four, "w.bin", table({2}, p_int(12)), {})) ==
        std::vector<std::int16_t>{1, -1});
  CHECK(says(refusal(dsl::read_raw(four, "w.bin", table({2}, p_uint(12)), {})), "W[1] has bits beyond the 12"));
  CHECK(says(refusal(dsl::read_raw(four, "w.bin", table({3}, p_int16), {})), "it has 4 bytes"));
}

TEST_CASE("text: white space and commas, hexadecimal numbers, the line of what is no number") {
  const auto text = [](const std::string& t, int count) {
    return dsl::read_number_text(t, "w.txt", table({count}, p_int32), {});
  };
  CHECK(read<int>(text(" 1, 2\n0x1F\t-4 ,+5\r\n", 5)) == std::vector{1, 2, 31, -4, 5});
  CHECK(read<int>(text("1,2,\n3,4,\n", 4)) == std::vector{1, 2, 3, 4});
  CHECK(says(refusal(text("1,,2", 2)), "line 1: there is no number before a comma"));
  CHECK(says(refusal(text("1, 2\n3, ,4", 4)), "line 2: there is no number before a comma"));
  CHECK(says(refusal(text("1\n,2", 2)), "line 2: there is no number before a comma"));
  CHECK(read<float>(dsl::read_number_text("1.5 -2e-1", "w.txt", table({2}, p_float32), {})) ==
        std::vector{1.5f, -0.2f});
  CHECK(says(refusal(text("1 2\n3 x4", 4)), "line 2: \"x4\" is no number"));
  CHECK(says(refusal(text("1 2", 3)), "2 numbers for the 3 elements"));
  CHECK(says(refusal(text("", 1)), "0 numbers for the 1 element"));
  CHECK(says(refusal(text("1.5", 1)), "W[0] would be 1.5"));
  CHECK(says(refusal(text("--1", 1)), "is no number"));
  CHECK(read<float>(dsl::read_number_text("1e-400 -1e-400 4e-320", "w.txt", table({3}, p_float32), {})) ==
        std::vector{0.0f, -0.0f, 0.0f});
  CHECK(says(refusal(text("1e400", 1)), "is no number that 64 bits hold"));
  CHECK(says(refusal(text("0x", 1)), "is no number"));
}

TEST_CASE("values_from: the name's end chooses the format; what cannot be read is refused at the line") {
  const auto directory = std::filesystem::temp_directory_path() / "pom_tables_test";
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "w.csv") << "1,2,3\n";
  init("f");
  placeholder A("A", {3}, p_int8), B("B", {3}, p_int8), C("C", {3}, p_int8), D("D", {3}, p_int8);
  const unsigned line = __LINE__ + 1;
  A.values_from((directory / "w.csv").string());
  B.values_from((directory / "absent.csv").string());
  C.values_from((directory / "w.dat").string());
  D.values_from(directory.string() + "/.csv");
  CHECK(contents<std::int8_t>(*array(0).contents) == std::vector<std::int8_t>{1, 2, 3});
  CHECK(places(program()->findings) ==
        std::vector{at_line("bad-table", line + 1), at_line("bad-table", line + 2), at_line("bad-table", line + 3)});
  std::filesystem::remove_all(directory);
}
