#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "fixture.hpp"

using namespace pom;

namespace {

/// Pages that the process holds now, in KiB.
std::int64_t resident_kib() {
  std::int64_t size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/// A program with dependences, tiles and hardware, from declaration to HLS C++.
void compile_once(int number) {
  function program("f");
  program.scope([&] {
    const int size = 12 + number % 7;
    var i("i", 1, size), j("j", 0, i), k("k", 0, size), j0("j0"), j1("j1");
    placeholder A("A", {32, 32}), B("B", {32, 32});
    compute s("s", {i, k}, A(i - 1, k) + 1, A(i, k));
    compute t("t", {i, j}, A(i, j) * 2, B(i, j));
    s.interchange(i, k);
    t.split(j, 4, j0, j1).pipeline(j0);
  });
  CompileOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  program.codegen(options);
}

// The address sanitizer keeps what was freed for a while.
#ifdef __SANITIZE_ADDRESS__
constexpr bool keeps_freed_memory = true;
#else
constexpr bool keeps_freed_memory = false;
#endif

}  // namespace

TEST_CASE("memory: a thousand compilations leave the resident size where it was" * doctest::skip(keeps_freed_memory)) {
  for (int n = 0; n < 200; ++n) compile_once(n);  // allocators and caches fill
  const std::int64_t before = resident_kib();
  for (int n = 0; n < 1000; ++n) compile_once(n);
  const std::int64_t growth = resident_kib() - before;
  MESSAGE("resident size ", before, " KiB, ", growth, " KiB more after 1000 compilations");
  CHECK(growth < 4096);
}
