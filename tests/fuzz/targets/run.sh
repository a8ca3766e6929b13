#!/usr/bin/env bash
# run.sh SECONDS [NAME...]: builds the fuzz targets with clang and runs each for so long (default: all of them). Status 1: something was
# found; the input is in build/fuzz/crashes/NAME. The corpus stays in build/fuzz/corpus/NAME and grows from run to run.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
build="$root/build/fuzz"

[ $# -ge 1 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
seconds=$1
shift
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(affine_text device_file)

command -v clang++-19 >/dev/null || { echo "run.sh needs: apt-get install clang-19 libclang-rt-19-dev" >&2; exit 2; }
mkdir -p "$build"
log="$build/build.log"
{ cmake -S "$root" --preset fuzz && ninja -C "$build" "${names[@]/#/fuzz_}"; } >"$log" 2>&1 ||
  { tail -n 40 "$log" >&2; echo "run.sh: the build failed; the whole log is in $log" >&2; exit 2; }

# Stacks need names, and libFuzzer's leak checks need LeakSanitizer; the libraries of LLVM keep their options alive until the end.
symbolizer=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer || true)
export ASAN_OPTIONS="detect_leaks=1:allow_user_poisoning=0:external_symbolizer_path=$symbolizer"
export UBSAN_OPTIONS="print_stacktrace=1"

# Each run starts from the seeds as they are in the repository now.
copy_seeds() {
  local name=$1 seeds=$2 file
  rm -rf "$seeds"
  mkdir -p "$seeds"
  case "$name" in
    affine_text)
      for file in "$root"/tests/golden/*/affine.mlir; do cp "$file" "$seeds/$(basename "$(dirname "$file")").mlir"; done
      cp "$root"/tests/errors/*.mlir "$seeds"
      ;;
    device_file) cp "$root"/dse/devices/*.json "$seeds" ;;
    *) echo "run.sh: there is no target $name" >&2; exit 2 ;;
  esac
  [ -d "$here/regressions/$name" ] && find "$here/regressions/$name" -type f -exec cp {} "$seeds" \;
  return 0
}

status=0
for name in "${names[@]}"; do
  corpus="$build/corpus/$name" crashes="$build/crashes/$name" seeds="$build/seeds/$name" output="$build/fuzz_$name.log"
  mkdir -p "$corpus" "$crashes"
  copy_seeds "$name" "$seeds"
  result="nothing found"
  "$build/tests/fuzz/targets/fuzz_$name" -dict="$here/$name.dict" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
    -artifact_prefix="$crashes/" -print_final_stats=1 -verbosity=1 "$corpus" "$seeds" >"$output" 2>&1 ||
    { status=1; result="FOUND, see $output: $(grep -m1 -E 'ERROR|runtime error|property violated' "$output" || echo 'no message')"; }
  coverage=$(grep -oE 'cov: [0-9]+ ft: [0-9]+' "$output" | tail -n 1 || true)
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$output")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$output")
  echo "fuzz_$name: ${executions:-?} executions, ${rate:-?}/s, ${coverage:-no coverage}, $(find "$corpus" -type f | wc -l) in the corpus; $result"
done
exit $status
