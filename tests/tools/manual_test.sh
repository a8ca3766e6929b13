#!/usr/bin/env bash
# manual_test.sh SOURCE POM_OPT POM_QOR: the manual pages are well formed, and name every command and option that the usage names.
set -euo pipefail
source_dir=$1 pom_opt=$2 pom_qor=$3
failures=0
check() {
  "${@:2}" || { echo "FAILED: $1"; failures=$((failures + 1)); }
}
# plain PAGE: the page's text, without the marks that keep hyphens from being typeset.
plain() { sed -e 's/\\-/-/g' -e 's/\\f[A-Z]//g' "$1"; }

for word in $(sed -n '/^usage() {/,/^EOF/p' "$source_dir/tools/pom" | grep -oE '^(usage:|      ) pom [a-z]+' | awk '{ print $NF }'); do
  check "pom.1 describes \"$word\"" grep -qE "^\.(BI?) \"?$word" "$source_dir/tools/man/pom.1"
done
# describes_options TOOL: what the help of the tool lists between blanks or brackets, or at the beginning of a line.
describes_options() {
  local page word
  page="$source_dir/tools/man/$(basename "$1").1"
  for word in $("$1" --help | grep -oE -- '[[ ]--?[a-z]+(-[a-z]+)*(=[a-z]+)?' | tr -d ' []' | sort -u); do
    check "$(basename "$page") describes $word" grep -qE -- "^\.(B|BI) $word" <(plain "$page")
  done
}
describes_options "$pom_opt"
describes_options "$pom_qor"
for tool in "$pom_opt" "$pom_qor"; do
  check "$(basename "$tool") knows its version" grep -qE "^$(basename "$tool") 0\.[0-9.]+$" <("$tool" --version)
done
if command -v groff >/dev/null; then
  for page in "$source_dir"/tools/man/*.1; do
    check "$page is well formed" test -z "$(groff -man -Tascii -ww -z "$page" 2>&1)"
  done
fi
exit $((failures > 0))
