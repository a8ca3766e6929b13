#!/usr/bin/env bash
# What a user of an installed libpom reads and copies works there: use_documents.sh PREFIX DOCS_TESTS COMPILER WORK
# DOCS_TESTS: tests/docs of the source tree. The links of the installed documents lead somewhere, a lesson runs, and the blocks of
# in-your-project.md build what they show.
set -u
prefix=$1 tests=$2 compiler=$3 work=$4
documents=$prefix/share/doc/pom-tools
failed=0
complain() {
  echo "$*"
  failed=1
}
source "$tests/links.sh"

cd "$documents" || exit 1
for document in *.md docs/*.md docs/design/*.md docs/primitives/*.md tools/*.md; do check_links "$document"; done
[ "$(ls dsl-examples/lesson_*.cpp | wc -l)" -ge 29 ] || complain "lessons are missing"

rm -rf "$work"
mkdir -p "$work/project"
cd "$work" || exit 1
export CXX=$compiler
# run WHAT COMMAND...: what it says is shown if it fails.
run() {
  local what=$1
  shift
  "$@" >log 2>&1 || { complain "$what fails:"; tail -n 20 log; }
}

said=$("$prefix/bin/pom" --quiet run "$documents/dsl-examples/lesson_01_one_statement.cpp" 2>&1) || complain "the first lesson fails: $said"
[ -z "$said" ] || complain "pom --quiet run says: $said"
[ -f out/lesson_01/report.html ] || complain "the first lesson writes no report"

page=$documents/docs/in-your-project.md
run "pom new" "$prefix/bin/pom" new saxpy
cp saxpy/saxpy.cpp project/
{
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(documented LANGUAGES CXX)\ninclude(CTest)\n'
  sed -n '/^```cmake$/,/^```$/p' "$page" | grep -v '^```'
} >project/CMakeLists.txt
grep -q pom_add_kernel project/CMakeLists.txt || complain "in-your-project.md shows no CMake"
printf '#include "saxpy.h"\nint main() {\n  static float x[1024], y[1024];\n  saxpy(2.0f, x, y);\n  return 0;\n}\n' >project/host.cpp
run "the CMake of in-your-project.md" cmake -G Ninja -S project -B build "-DCMAKE_PREFIX_PATH=$prefix" "-DCMAKE_CXX_COMPILER=$compiler"
run "its build" cmake --build build
run "its host program" build/host
run "its test" ctest --test-dir build --no-tests=error

line=$(grep '^    g++ .*pkg-config' "$page" | head -n 1)
[ -n "$line" ] || complain "in-your-project.md shows no call of pkg-config"
cp "$documents/dsl-examples/gemm.cpp" program.cpp
PKG_CONFIG_PATH=$(echo "$prefix"/lib*/pkgconfig "$prefix"/lib*/*/pkgconfig | tr ' ' ':')
export PKG_CONFIG_PATH
run "the call of pkg-config" sh -c "$line"
[ -x program ] || complain "the call of pkg-config makes no program"
exit $failed
