// What print_value prints means what the interpreter computes: random values of all types, compiled and compared.
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <stdlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "dsl/execute/interpret.hpp"
#include "dsl/print/print_expression.hpp"
#include "fixture.hpp"

namespace fs = std::filesystem;
using namespace pom;
using namespace pom::test;

namespace {

constexpr int extent = 16;
constexpr std::array types = {p_int8,   p_uint8, p_int16,  p_uint16,  p_int32,
                              p_uint32, p_int64, p_uint64, p_float32, p_float64};

/// Random values over one array of each type.
class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : random_(seed) {
    for (const Type& type : types)
      arrays_.emplace_back("in_" + to_string(type), std::vector<std::int64_t>{extent}, type);
  }

  expr make(int depth) {
    if (depth == 0) return leaf();
    expr a = make(depth - 1), b = make(pick(depth));
    switch (pick(24)) {
      case 0:
      case 1:
        return a + b;
      case 2:
      case 3:
        return a - b;
      case 4:
      case 5:
        return a * b;
      case 6:
        return a / cast(select(b == 0, 3, 5), some_type());
      case 7:
        return cast(a, some_integer()) % cast(select(b > 1, 3, 7), some_integer());
      case 8:
        return -a;
      case 9:
        return p_max(a, b);
      case 10:
        return p_min(a, b);
      case 11:
        return select(a < b, a, b);
      case 12:
        return select(a && b, b, a);
      case 13:
        return (a >= b) + (a != b || b <= a);
      case 14:
        return abs(a);
      case 15:
        return sqrt(abs(a));
      case 16:
        return cast(a, some_integer()) & cast(b, some_integer());
      case 17:
        return cast(a, some_integer()) | (cast(b, some_integer()) ^ 21);
      case 18:
        return ~cast(a, some_integer()) ^ cast(b, some_integer());
      case 19:
        return cast(a, some_integer()) << cast(b, some_integer());
      case 20:
        return cast(a, some_integer()) >> cast(b, some_integer());
      case 21:
        return ((i - 40) << 3) ^ (-7 << (i & 3)) ^ (cast(a, some_integer()) >> 5);
      default:
        return cast(a, some_type());
    }
  }

  Type some_type() { return types[pick(10)]; }

  const var i{"i", 0, extent};

 private:
  int pick(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  Type some_integer() { return types[pick(8)]; }

  expr leaf() {
    switch (pick(8)) {
      case 0:
        return pick(100) - 50;
      case 1:
        return (pick(1000) - 500) * 0.37;
      case 2:
        return i;
      case 3:
        return arrays_[pick(10)](15 - i / 3 - (i + 5) % 4);
      default:
        return arrays_[pick(10)](i);
    }
  }

  std::mt19937 random_;
  std::vector<placeholder> arrays_;
};

/// The program as a C++ function `run(void** arrays)`.
std::string source_of(const dsl::Function& program) {
  std::ostringstream out;
  out << dsl::expression_helpers() << "extern \"C\" void run(void** arrays) {\n";
  for (int index : program.used_arrays()) {
    std::string type = dsl::cpp_type(program.arrays[index]->type);
    out << type << "* " << program.arrays[index]->name << " = (" << type << "*)arrays[" << index << "];\n";
  }
  for (const dsl::Compute& compute : program.computes) {
    const dsl::PrintedValue value = dsl::print_value(*compute.value, program, {"i"});
    out << "for (int i = 0; i < " << extent << "; ++i) {";
    for (const std::string& variable : value.variables) out << variable << ";\n";
    out << dsl::print_access(compute.store, program, {"i"}) << " = " << value.text << ";}\n";
  }
  out << "}\n";
  return out.str();
}

void compile_and_run(const std::string& source, dsl::Memory& memory) {
  std::string pattern = (fs::temp_directory_path() / "pom-printed-XXXXXX").string();
  fs::path directory = mkdtemp(pattern.data());
  std::ofstream(directory / "run.cpp") << source;
  std::string command = std::string(POM_TEST_CXX) +
                        " -std=c++17 -O1 -fsanitize=undefined,float-cast-overflow -fsanitize-undefined-trap-on-error "
                        "-ffp-contract=off -frounding-math -w -shared -fPIC -o " +
                        (directory / "run.so").string() + " " + (directory / "run.cpp").string();
  REQUIRE(std::system(command.c_str()) == 0);
  void* library = dlopen((directory / "run.so").c_str(), RTLD_NOW);
  REQUIRE(library != nullptr);
  auto run = reinterpret_cast<void (*)(void**)>(dlsym(library, "run"));
  std::vector<void*> arrays;
  for (auto& array : memory.arrays) arrays.push_back(array.data());
  run(arrays.data());
  dlclose(library);
  fs::remove_all(directory);
}

/// NaNs are equal whatever their bits: which operand's payload survives is not C++'s business.
bool same_element(const std::byte* a, const std::byte* b, Type type) {
  if (std::memcmp(a, b, static_cast<std::size_t>(type.bits) / 8) == 0) return true;
  if (type == p_float32) {
    float x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x != x && y != y;
  }
  double x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return type == p_float64 && x != x && y != y;
}

}  // namespace

TEST_CASE("print_value: compiled, it computes what the interpreter computes") {
  init("random_values");
  RandomValues values(20);
  std::vector<placeholder> results;
  for (int n = 0; n < 250; ++n) {
    Type type = values.some_type();
    results.emplace_back("out_" + std::to_string(n), std::vector<std::int64_t>{extent}, type);
    compute s("s_" + std::to_string(n), {values.i}, cast(values.make(1 + n % 5), type), results.back()(values.i));
  }
  const dsl::Function& function = *program();
  CHECK(function.findings.empty());
  CHECK(function.computes.size() == 250);
  dsl::Memory interpreted = dsl::make_memory(function, 3), compiled = interpreted;
  dsl::interpret(function, interpreted);
  compile_and_run(source_of(function), compiled);
  for (const dsl::Compute& compute : function.computes) {
    int array = compute.store.array;
    Type type = function.arrays[array]->type;
    for (int n = 0; n < extent; ++n) {
      std::size_t offset = static_cast<std::size_t>(n) * static_cast<std::size_t>(type.bits) / 8;
      bool same = same_element(&interpreted.arrays[array][offset], &compiled.arrays[array][offset], type);
      INFO(compute.name << "[" << n << "] = " << dsl::print_value(*compute.value, function, {"i"}).text);
      CHECK(same);
    }
  }
}
