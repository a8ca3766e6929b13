#!/usr/bin/env bash
# pom-opt as it is called: pom_opt_test.sh POM_OPT CHECK_EVENTS SCHEMA SCRATCH PROGRAM...
# PROGRAM: programs of dsl-examples, whose modules have to be estimated as their report.json says.
set -u
pom_opt=$1 check_events=$2 schema=$3 work=$4
shift 4
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
failed=0
complain() {
  echo "FAILED: $*"
  failed=1
}

# expect STATUS TEXT ARGUMENTS...: pom-opt ends so and says the text.
expect() {
  local status=$1 text=$2 said
  shift 2
  said=$("$pom_opt" "$@" 2>&1)
  local ended=$?
  if [ "$ended" -ne "$status" ] || [[ "$said" != *"$text"* ]]; then complain "pom-opt $*: ended with $ended for $status; said: $said; expected: $text"; fi
}

# numbers: of JSON on the input, the numbers of the estimate, without blanks.
numbers() { tr -d ' \n' | grep -o '"available":true.*"by_cause":\[[^]]*\]'; }

modules=()
for program in "$@"; do
  "$program" >/dev/null 2>&1 || complain "$program does not run"
done
for report in out/*/report.json; do
  name=$(basename "$(dirname "$report")")
  modules+=("out/$name/$name.mlir")
  "$pom_opt" "out/$name/$name.mlir" --estimate --json >estimate.json 2>said || complain "$name: $(cat said estimate.json)"
  "$check_events" "$schema" estimate <estimate.json || complain "$name: an event against its schema"
  [ -n "$(numbers <"$report")" ] || complain "$report has no estimate"
  [ "$(numbers <"$report")" = "$(numbers <estimate.json)" ] || complain "$name: the module is estimated otherwise than the program"
done
[ ${#modules[@]} -ge 3 ] || complain "too few modules: ${modules[*]}"
module=${modules[0]}

expect 0 "pom-opt 0." --version
expect 0 "#pragma HLS" "$module"
expect 0 "#pragma HLS" "$module" --emit-hls
expect 0 "#ifndef" "$module" --emit=header
expect 0 "func.func" "$module" --emit=mlir
expect 0 "cycles" "$module" --estimate --device xcu280 --clock 3.3 --confidence 0
expect 0 " on xcu280 at 3.3 ns" "$module" --estimate --device xcu280 --clock 3.3
expect 0 "" "$module" --estimate -o estimate.txt
grep -q "iterations of" estimate.txt || complain "-o does not hold the estimate"
"$pom_opt" --estimate - <"$module" | cmp -s - estimate.txt || complain "the standard input is estimated otherwise than the file"

echo 'func.func @f(%a: memref<4xi32>) { return }' >bare.mlir
expect 0 "f: estimated" bare.mlir --estimate

# Every pass prints something, the module or the kernel, and those that lower it leave less of affine.
passes=$("$pom_opt" --dump-after=nothing 2>&1 | sed -n 's/^  \([a-z-]*\) .*/\1/p')
[ "$(wc -w <<<"$passes")" -ge 20 ] || complain "too few passes: $passes"
for pass in $passes; do
  "$pom_opt" "$module" "--dump-after=$pass" >dump 2>said || complain "--dump-after=$pass: $(cat said)"
  grep -qE '^(module|kernel)' dump || complain "--dump-after=$pass prints no module and no kernel"
done
expect 0 "affine.for" "$module" --dump-after=lower-numbers
expect 0 "scf.for" "$module" --dump-after affine-to-scf
expect 0 "llvm.func" "$module" --dump-after=reconcile-casts
expect 0 "kernel " "$module" --dump-after=import
"$pom_opt" "$module" --dump-after=reconcile-casts | grep -q 'affine\.' && complain "affine operations are left at the end"

# Mistakes.
expect 0 "pipeline-loops" "--dump-after=?"
[ -z "$("$pom_opt" "--dump-after=?" 2>&1 >/dev/null)" ] || complain "the list of passes that was asked for is an error"
expect 2 'there is no pass "nothing"' "$module" --dump-after=nothing
expect 2 "pipeline-loops" "$module" --dump-after=nothing
expect 2 "only one of" "$module" --estimate --emit=mlir
expect 2 "only one of" "$module" --estimate --dump-after=import
expect 2 "unknown argument --estimat" "$module" --estimat
expect 2 "--emit cannot be cpp" "$module" --emit=cpp
expect 2 "--clock cannot be fast" "$module" --estimate --clock fast
expect 2 "--clock cannot be 0" "$module" --estimate --clock 0
expect 2 "--device needs a value" "$module" --estimate --device
expect 2 "--device is for --estimate" "$module" --device xcu280
expect 2 "--size wants NAME=VALUE" "$module" --estimate --size 64
expect 2 "with --json" "$module" --json
expect 1 "unknown-device" "$module" --estimate --device xcu281
expect 1 "cannot-read" nowhere.mlir --estimate
expect 1 'is no size of' "$module" --estimate --size nobody=64
printf 'module {\n}\n' >empty.mlir
expect 1 "no function" empty.mlir --estimate
printf 'int main() {}\n' >program.cpp
expect 1 "bad-mlir" program.cpp --estimate
"$pom_opt" program.cpp --estimate --json 2>/dev/null | "$check_events" "$schema" finding || complain "a finding against its schema"

# A size without a range, one that the call says, one that its range does not allow, and one that the module says.
cat >sized.mlir <<'M'
module {
  func.func @sized(%arg0: i32 {pom.name = "n"}, %arg1: memref<64xf32> {pom.name = "x"}) attributes {pom.top} {
    %0 = arith.index_cast %arg0 : i32 to index
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%0) {
      %1 = affine.load %arg1[%i] : memref<64xf32>
      %2 = arith.addf %1, %1 : f32
      affine.store %2, %arg1[%i] : memref<64xf32>
    }
    return
  }
}
M
expect 1 "unsupported-op" sized.mlir --estimate
sed 's/pom.name = "n"/pom.name = "n", pom.range = array<i64: 1, 64>/' sized.mlir >ranged.mlir
expect 0 "for n = 64" ranged.mlir --estimate
expect 0 "for n = 32" ranged.mlir --estimate --size n=32
expect 1 "outside" ranged.mlir --estimate --size n=65
sed 's/pom.name = "n"/pom.name = "n", pom.range = array<i64: 1, 64>, pom.size = 16 : i64/' sized.mlir >likely.mlir
expect 0 "for n = 16" likely.mlir --estimate

# A value that two statements use is computed once, and one that a store passes is kept.
cat >values.mlir <<'M'
module {
  func.func @values(%a: memref<64xf32> {pom.name = "a"}, %b: memref<64xf32> {pom.name = "b"}) {
    affine.for %i = 0 to 64 {
      %0 = affine.load %a[%i] : memref<64xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %b[%i] : memref<64xf32>
      affine.store %1, %a[%i] : memref<64xf32>
    }
    return
  }
}
M
expect 0 "v0 = mul.f32" values.mlir --dump-after=import
expect 0 "a[i0] = v0" values.mlir --dump-after=import
# A bound that data decide.
cat >data.mlir <<'M'
module {
  func.func @data(%n: memref<1xi32> {pom.name = "n"}, %x: memref<64xf32> {pom.name = "x"}) {
    %0 = affine.load %n[0] : memref<1xi32>
    %1 = arith.index_cast %0 : i32 to index
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%1) {
      %2 = affine.load %x[%i] : memref<64xf32>
      affine.store %2, %x[%i] : memref<64xf32>
    }
    return
  }
}
M
expect 1 "unsupported-op" data.mlir --estimate
exit $failed
