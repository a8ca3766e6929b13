#!/usr/bin/env bash
# The README's commands that build nothing new, as a new user types them: 
# launcher_runs_test.sh <source tree> <scratch directory> <check_events> <schema of events>
set -eu
root=$1 work=$2 check_events=$3 schema=$4
rm -rf "$work"
mkdir -p "$work"
cd "$work"
"$root/pom" run "$root/dsl-examples/gemm.cpp" | tee said
grep -q "verified at full size" said
[ "$("$root/pom" show)" = "$work/out/gemm/report.html" ]
# Findings and designs as JSON, and no harm to a program that stands in the file's place.
"$root/pom" run --json events "$root/dsl-examples/gemm.cpp" >said
grep -q '^{"event":"design","directory":"'"$work"'/out/gemm"' events
"$check_events" "$schema" design <events
"$root/pom" show --json out/gemm | "$check_events" "$schema" report
"$root/pom" --quiet build --json | "$check_events" "$schema" built
cp "$root/dsl-examples/gemm.cpp" mine.cpp
[ -z "$("$root/pom" --quiet run "$root/dsl-examples/gemm.cpp" 2>&1)" ]
! "$root/pom" run --json mine.cpp
! "$root/pom" run --json mine.cpp mine.cpp
cmp mine.cpp "$root/dsl-examples/gemm.cpp"
"$root/pom" new --json saxpy | "$check_events" "$schema" project
cd saxpy
cmake -S . -B build >../log 2>&1 && cmake --build build >>../log 2>&1 && ctest --test-dir build --no-tests=error >>../log 2>&1 || {
  cat ../log
  exit 1
}
[ -f build/saxpy/out/saxpy/report.html ]
# A program that ends with a status of its own keeps it, and --quiet leaves the program's words alone.
printf 'int main() { return 7; }\n' >seven.cpp
status=0
"$root/pom" --quiet run seven.cpp || status=$?
[ "$status" -eq 7 ]
cd ..
# What tests did, as objects: one passes, one is known to nobody.
"$root/pom" --quiet test --json tests -R '^tools_manual$' >said
"$check_events" "$schema" test tests <tests
grep -q '"name":"tools_manual","result":"passed"' tests
grep -q '"passed":1,"failed":0,"skipped":0' tests
