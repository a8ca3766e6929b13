// Mutations that keep most of a module a module. Plain bytes rarely get past MLIR's parser, and what is behind it is
// ours; half of all mutations stay libFuzzer's own, for the parser's sake.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t capacity);

namespace {

using Random = std::minstd_rand;
using Words = std::vector<std::string>;

const Words integers = {"0",
                        "1",
                        "-1",
                        "2",
                        "3",
                        "7",
                        "8",
                        "31",
                        "32",
                        "64",
                        "65",
                        "2147483647",
                        "2147483648",
                        "-2147483648",
                        "4294967296",
                        "4611686018427387904",
                        "9223372036854775807",
                        "-9223372036854775808"};
const Words types = {"f32",  "f64",      "f16",           "bf16",          "f128",        "i1",    "i7",  "i8",
                     "i16",  "i32",      "i64",           "i65",           "i128",        "index", "ui8", "si8",
                     "none", "f8E4M3FN", "vector<4xf32>", "tensor<2xf32>", "complex<f32>"};
const Words operations = {
    "arith.addf",    "arith.subf",     "arith.mulf",       "arith.divf",         "arith.remf",         "arith.negf",
    "arith.addi",    "arith.subi",     "arith.muli",       "arith.divsi",        "arith.divui",        "arith.remsi",
    "arith.remui",   "arith.andi",     "arith.ori",        "arith.xori",         "arith.shli",         "arith.shrsi",
    "arith.maxsi",   "arith.minimumf", "arith.select",     "arith.extf",         "arith.truncf",       "arith.extsi",
    "arith.extui",   "arith.trunci",   "arith.sitofp",     "arith.uitofp",       "arith.fptosi",       "arith.fptoui",
    "arith.bitcast", "arith.constant", "arith.index_cast", "arith.index_castui", "arith.cmpi",         "arith.cmpf",
    "math.sqrt",     "math.exp",       "math.log",         "math.tanh",          "math.absf",          "math.powf",
    "math.fma",      "math.cos",       "affine.load",      "affine.store",       "affine.apply",       "affine.min",
    "affine.max",    "memref.load",    "memref.store",     "affine.vector_load", "affine.vector_store"};
/// Whole lines; the names are those of the seeds, so that many of them are defined.
const Words lines = {
    "affine.for %arg9 = 0 to 8 {\n}",
    "affine.for %arg9 = 0 to 8 step 3 {\n}",
    "affine.for %arg9 = max affine_map<(d0) -> (0, d0 - 3)>(%arg3) to min affine_map<(d0) -> (9, d0 + 4)>(%arg3) {\n}",
    "affine.for %arg9 = affine_map<(d0) -> (d0 floordiv 2)>(%arg3) to affine_map<(d0) -> (d0 ceildiv 3 + 9)>(%arg3) "
    "{\n}",
    "affine.for %arg9 = 0 to affine_map<()[s0] -> (s0 * 2)>()[%arg3] {\n}",
    "%r9 = affine.for %arg9 = 0 to 8 iter_args(%s9 = %0) -> (f32) {\naffine.yield %s9 : f32\n}",
    "affine.if affine_set<(d0) : (d0 - 3 >= 0, d0 mod 2 == 0)>(%arg3) {\n} else {\n}",
    "affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg3)[%arg4] {\n}",
    "affine.parallel (%arg9) = (0) to (8) {\n}",
    "%c9 = arith.constant 0 : i32",
    "%c8 = arith.constant 1.0e+30 : f32",
    "%c7 = arith.constant 0x7FC00000 : f32",
    "%c6 = arith.constant true",
    "%c5 = arith.constant dense<1> : vector<4xi32>",
    "%c4 = arith.constant 3 : index",
    "%9 = affine.apply affine_map<(d0) -> (d0 * 2 - 1)>(%arg3)",
    "%9 = affine.min affine_map<(d0) -> (d0, 5)>(%arg3)",
    "%9 = affine.load %arg0[%arg3] : memref<8xf32>",
    "%9 = affine.load %arg0[symbol(%arg3)] : memref<8xf32>",
    "%9 = affine.load %arg0[%arg3 + %arg4 * 2, (%arg3 - 1) mod 3] : memref<32x32xf32>",
    "affine.store %0, %arg0[%arg3 ceildiv 2, %arg4 floordiv 2] {pom.compute = \"s\"} : memref<32x32xf32>",
    "%9 = arith.addf %0, %0 : f32",
    "%9 = arith.select %c6, %0, %0 : f32",
    "%9 = arith.cmpi slt, %c9, %c9 : i32",
    "%9 = arith.cmpf ueq, %0, %0 : f32",
    "%9 = arith.index_cast %arg3 : index to i32",
    "%9 = arith.xori %c9, %c9 : i32",
    "%9 = arith.shrui %c9, %c9 : i32",
    "%9 = arith.extsi %c9 : i32 to i64",
    "%9 = memref.alloc() : memref<4xf32>",
    "%9 = memref.alloca() : memref<4xf32>",
    "%9:2 = math.sincos %0 : f32",
    "func.call @f() : () -> ()",
    "\"affine.yield\"() : () -> ()",
    "return",
    "#map = affine_map<(d0)[s0] -> (d0 * s0)>",
    "#set = affine_set<(d0) : (d0 >= 0)>",
    "func.func private @external(f32)",
    "func.func @f(%a: memref<8xf32> {pom.name = \"a\"}, %b: i32 {pom.unsigned}) {\nreturn\n}",
    "func.func @g(%a: memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>) -> f32 {\n}",
    "memref.global @m : memref<4xf32>"};
const Words attributes = {"{pom.pipeline = #pom.pipeline<ii = 1>}",
                          "{pom.unroll = #pom.unroll<full>}",
                          "{pom.unroll = #pom.unroll<factor = 2>}",
                          "{pom.name = \"x\"}",
                          "{pom.label = \"l\"}",
                          "{pom.partition = [#pom.partition<dim = 1, block, factor = 2>]}",
                          "{pom.unsigned}",
                          "{pom.interface = #pom.interface<ap_none>}",
                          "attributes {pom.top}",
                          "loc(\"a\":1:2)",
                          "loc(unknown)",
                          "overflow<nsw>",
                          "fastmath<fast>",
                          "{a = dense<1> : tensor<4xi32>}",
                          "{pom.compute = 1 : i32}"};

std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

template <class List>
auto& pick(List& list, Random& random) {
  return list[below(random, list.size())];
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("_.$%#@!", c); }

/// Words, numbers, strings, blanks and single characters; joined, they are the text again. "8x4xf32" falls into its
/// parts.
Words split_tokens(std::string_view text) {
  Words tokens;
  const auto take = [&](std::size_t length) {
    tokens.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  };
  const auto run = [&](auto belongs) {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), belongs) - text.begin());
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!text.empty()) {
    const bool after_number = !tokens.empty() && is_digit(tokens.back().front());
    if (text.front() == '"') {
      const std::size_t end = text.find('"', 1);
      take(end == text.npos ? text.size() : end + 1);
    } else if (is_digit(text.front())) {
      take(run(is_digit));
    } else if (text.front() == 'x' && after_number) {
      take(1);
    } else if (is_word(text.front())) {
      take(run(is_word));
    } else {
      take(std::max<std::size_t>(run([](char c) { return c == ' '; }), 1));
    }
  }
  return tokens;
}

std::string join(const Words& parts, const char* between = "") {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

Words split_lines(std::string_view text) {
  Words all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    all.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

/// Replaces a token that `belongs` by another of `words`: at one place, or wherever it stands.
std::string replace_token(const std::string& text, const Words& words, Random& random, auto belongs) {
  Words tokens = split_tokens(text);
  std::vector<std::size_t> places;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (belongs(tokens[n])) places.push_back(n);
  }
  if (places.empty()) return text;
  const std::size_t place = pick(places, random);
  const std::string before = tokens[place], after = pick(words, random);
  if (below(random, 2)) {
    std::replace(tokens.begin(), tokens.end(), before, after);
  } else {
    tokens[place] = after;
  }
  return join(tokens);
}

std::string change_lines(const std::string& text, Random& random) {
  Words all = split_lines(text);
  if (all.empty()) return pick(lines, random);
  const std::size_t from = below(random, all.size()), to = below(random, all.size());
  switch (below(random, 5)) {
    case 0:
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(to), std::string(all[from]));
      break;
    case 1:
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(from));
      break;
    case 2:
      std::swap(all[from], all[to]);
      break;
    default:
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(to), pick(lines, random));
  }
  return join(all, "\n");
}

/// Values and symbols: another one that the text has.
std::string rename(const std::string& text, Random& random) {
  const auto is_name = [](const std::string& token) { return token.size() > 1 && std::strchr("%#@!", token.front()); };
  Words names = split_tokens(text);
  std::erase_if(names, [&](const std::string& token) { return !is_name(token); });
  return names.empty() ? text : replace_token(text, names, random, is_name);
}

std::string add_attribute(const std::string& text, Random& random) {
  Words all = split_lines(text);
  if (all.empty()) return text;
  std::string& line = pick(all, random);
  const std::size_t type = line.rfind(" : ");
  line.insert(type == line.npos || below(random, 2) ? line.size() : type, " " + pick(attributes, random));
  return join(all, "\n");
}

std::string mutate(const std::string& text, Random& random) {
  const auto one_of = [](const Words& words) {
    return [&words](const std::string& token) { return std::find(words.begin(), words.end(), token) != words.end(); };
  };
  switch (below(random, 7)) {
    case 0:
      return replace_token(text, integers, random,
                           [](const std::string& token) { return std::isdigit(token.front()) != 0; });
    case 1:
      return replace_token(text, types, random, one_of(types));
    case 2:
      return replace_token(text, operations, random, one_of(operations));
    case 3:
      return rename(text, random);
    case 4:
      return add_attribute(text, random);
    default:
      return change_lines(text, random);
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t capacity,
                                               unsigned seed) {
  Random random(seed);
  if (below(random, 2)) return LLVMFuzzerMutate(data, size, capacity);
  std::string text(reinterpret_cast<const char*>(data), size);
  for (std::size_t times = 1 + below(random, 3); times > 0; --times) text = mutate(text, random);
  if (text.empty() || text.size() > capacity) return LLVMFuzzerMutate(data, size, capacity);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
