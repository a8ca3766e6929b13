#!/usr/bin/env bash
# The launcher's commands that need no build, as a user types them:
# launcher_test.sh <source tree> <scratch directory> <check_events> <schema of events>
set -u
root=$1 work=$2 check_events=$3 schema=$4
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

pom="$root/pom"
expect 0 "usage: ./pom run" "$pom" help
expect 0 "usage: ./pom run" "$pom" --help
expect 0 "./pom package" "$pom" help
expect 0 "build libpom, compile the program" "$pom" run --help
expect 0 "begin a project of your own" "$pom" new -h
expect 0 "all tests under ASan" "$pom" test --help
expect 0 "make Debian packages" "$pom" --quiet package --help
expect 2 "usage: ./pom run" "$pom" frobnicate
expect 2 "pom: there is no command frobnicate" "$pom" frobnicate
expect 2 "pom: there is no command frobnicate" "$pom" --quiet frobnicate
expect 0 "pom 0." "$pom" --version
expect 2 "usage: ./pom run" "$pom" frobnicate --help
expect 1 "there is no out/*/report.html here" "$pom" show
expect 1 "there is no report" "$pom" show nowhere
mkdir -p out/old out/new
touch -d '1 hour ago' out/old/report.html
touch out/new/report.html
expect 0 "$(readlink -f out/new/report.html)" "$pom" show
expect 0 "$(readlink -f out/old/report.html)" "$pom" show out/old
expect 0 "$(readlink -f out/old/report.html)" "$pom" show out/old/report.html
expect 1 "new needs a name of letters" "$pom" new 7up
expect 1 "new needs a name of letters" "$pom" new
expect 1 "out is there already" "$pom" new out
expect 1 "exp is a name of C++" "$pom" new exp
expect 1 "new makes one project" "$pom" new one two
expect 1 "there is no file missing.cpp" "$pom" run missing.cpp
expect 1 "run needs a program" "$pom" run

# --json: on the standard output stand objects that satisfy the schema, failures too.
# events STATUS EVENT COMMAND...
events() {
  local status=$1 event=$2
  shift 2
  "$@" >said 2>/dev/null
  local ended=$?
  if [ "$ended" -ne "$status" ] || ! "$check_events" "$schema" "$event" <said; then
    echo "$*: ended with $ended for $status; no good event $event in: $(cat said)"
    failed=1
  fi
}
# The installed command, where packages put it.
mkdir -p installed/bin installed/share/pom
cp "$root/tools/pom" installed/bin/
cp "$root/tools/commands.sh" installed/share/pom/
mkdir -p installed/lib/pkgconfig
printf 'Name: pom\nDescription: pom\nVersion: 7.8.9\n' >installed/lib/pkgconfig/pom.pc
expect 2 "pom: there is no command frobnicate" installed/bin/pom frobnicate
expect 0 "pom 7.8.9" installed/bin/pom --version
expect 0 "usage: pom run" installed/bin/pom --quiet help
expect 0 "$(readlink -f installed)/share/doc/pom-tools" installed/bin/pom help
for launcher in "$pom" installed/bin/pom; do
  events 0 command "$launcher" help --json
  events 0 command "$launcher" --help --json
done
events 0 report "$pom" show --json
events 0 report "$pom" show --json out/old
grep -qF "\"report\":\"$(readlink -f out/old)/report.json\"" said || { echo "show --json names no report: $(cat said)"; failed=1; }
mkdir -p 'out/a "quoted" \ name'
touch 'out/a "quoted" \ name/report.html'
events 0 report "$pom" show --json 'out/a "quoted" \ name'
events 1 failure "$pom" show --json nowhere
events 1 failure "$pom" new --json 7up
events 1 failure "$pom" new --json
expect 1 "--json needs a file" "$pom" test --json
echo "mine" >mine.txt
expect 1 "holds something else" "$pom" test --json mine.txt
exit $failed
