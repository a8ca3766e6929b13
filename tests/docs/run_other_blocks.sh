#!/usr/bin/env bash
# What the documents show beside C++: run_other_blocks.sh SOURCE POM_OPT CHECK_EVENTS GEMM FOUND_GEMM FUZZ QOR BENCH WORK
# GEMM: the README's program; FOUND_GEMM: one whose design auto_DSE found, so that its report has a Pareto front.
set -u
source=$1 pom_opt=$2 check_events=$3 gemm=$4 found=$5 fuzz=$6 qor=$7 bench=$8 work=$9
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
failed=0
complain() {
  echo "$*"
  failed=1
}

# block DOCUMENT LANGUAGE: the document's first block of that language.
block() { awk -v start="^ *\`\`\`$2\$" '$0 ~ start && !inside { inside = 1; next } inside && /^ *```$/ { exit } inside { print }' "$1"; }

block "$source/docs/commands.md" json >events
[ "$(wc -l <events)" -ge 2 ] || complain "docs/commands.md shows no events"
"$check_events" "$source/tools/schema/events.schema.json" finding design <events || complain "docs/commands.md shows events that are none"

"$gemm" >/dev/null 2>&1 || complain "$gemm fails"
"$pom_opt" out/gemm/gemm.mlir --estimate >said
while IFS= read -r line; do
  grep -qxF -- "$line" "$source/docs/commands.md" || complain "docs/commands.md does not show what pom-opt says: $line"
done <said

if command -v python3 >/dev/null; then
  rm -rf out
  "$found" >/dev/null 2>&1 || complain "$found fails"
  block "$source/tools/README.md" python | sed 's/^  //' >block.py
  [ -s block.py ] || complain "tools/README.md shows no Python"
  PYTHONPATH="$source/tools" python3 block.py >said 2>&1 || complain "the Python of tools/README.md fails: $(cat said)"
fi
for tool in "$fuzz" "$qor" "$bench"; do
  "$tool" --help 2>/dev/null | grep -q "^usage: $(basename "$tool") " || complain "$(basename "$tool") --help says nothing"
  "$tool" --frobnicate >said 2>&1
  [ $? -eq 2 ] && grep -q -- "--frobnicate" said || complain "$(basename "$tool") does not name the argument that it does not know"
done

# Commands of the documents: what `./pom run` is told to run is run, as the tests have built it, with the arguments that stand there;
# every option that stands behind another command is one that the tool has.
# built PROGRAM: what tests/examples made of a program of dsl-examples.
built() {
  local name=${1#dsl-examples/}
  name=${name%.cpp}
  case "$name" in
    polybench/*) echo "$examples/example_${name#*/}" ;;
    */*) echo "$examples/${name/\//_}" ;;
    *) echo "$examples/example_$name" ;;
  esac
}
examples=$(dirname "$gemm")
commands() { cat "$source/README.md" "$source"/docs/*.md | awk '/^ *```/ { inside = !inside; next } inside' | sed 's/ *#.*//' | grep -E '^ *(\$ )?\./pom ' | sort -u; }
count=0
while read -r _ command words; do
  count=$((count + 1))
  # shellcheck disable=SC2086
  set -- $words
  case "$command" in
    run)
      program=$(built "$1")
      rm -rf out
      "$program" "${@:2}" >said 2>&1 || complain "./pom run $words ends with $?: $(tail -n 3 said)"
      grep -q 'written  out/' said || complain "./pom run $words writes no design"
      ;;
    fuzz | qor | bench)
      tool=${!command}
      help=$("$tool" --help 2>/dev/null) || complain "$(basename "$tool") --help ends with $?"
      for word in "$@"; do
        [[ "$word" != --* ]] || grep -qF -- "$word" <<<"$help" || complain "./pom $command has no option $word"
      done
      ;;
  esac
done < <(commands)
[ "$count" -ge 8 ] || complain "only $count commands stand in the documents"
exit $failed
