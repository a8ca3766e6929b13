#!/usr/bin/env bash
# What the documents show beside C++: run_other_blocks.sh SOURCE POM_OPT CHECK_EVENTS GEMM FOUND_GEMM WORK
# GEMM: the README's program; FOUND_GEMM: one whose design auto_DSE found, so that its report has a Pareto front.
set -u
source=$1 pom_opt=$2 check_events=$3 gemm=$4 found=$5 work=$6
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
exit $failed
