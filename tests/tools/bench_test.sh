#!/usr/bin/env bash
# What pom-bench ends with: bench_test.sh <pom-bench> <scratch directory>
set -u
bench=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
failed=0

# expect STATUS TEXT COMMAND...: the command ends so and says the text.
expect() {
  local status=$1 text=$2 said
  shift 2
  said=$("$@" 2>&1)
  local ended=$?
  if [ "$ended" -ne "$status" ] || [[ "$said" != *"$text"* ]]; then
    echo "$*: ended with $ended for $status; said: $said; expected: $text"
    failed=1
  fi
}

expect 0 "linear 512" "$bench" dataflow --no-verify --only 'linear 512'
# The programs whose lines Fig. 15 counts are not here: their rows fail, and the table and the JSON say so all the same.
expect 1 "5 designs failed" "$bench" paper --root . --only 'Fig. 15' --json rows.json
grep -q '"failed": "no source"' rows.json || { echo "a row that failed is not in the JSON"; failed=1; }
expect 1 "cannot write" "$bench" dataflow --no-verify --only 'linear 512' --json nowhere/rows.json
# A picture that no memory of the board holds is no design that failed.
expect 0 "Blur 4096 pynq_z2 cannot be deployed" "$bench" boards --no-verify --only 'Blur 4096 pynq_z2' --json boards.json
grep -q '"too_large": ' boards.json || { echo "a row that is too large is not in the JSON"; failed=1; }
expect 2 "unknown argument --frobnicate" "$bench" boards --frobnicate
expect 2 "--only needs a value" "$bench" boards --only
expect 2 "nothing has a name with frobnicate" "$bench" boards --only frobnicate
exit $failed
