#!/usr/bin/env bash
# What goes to a terminal, and what does not: terminal_test.sh REFUSED GOOD BUILD SCRATCH
# REFUSED: a program with a mistake, whose source is found from the folder BUILD; GOOD: one that compiles.
set -u
refused="cd $3 && $1" good=$2 work=$4
command -v script >/dev/null || { echo "skipped: script is not installed"; exit 1; }
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
unset NO_COLOR POM_QUIET
failed=0
complain() {
  echo "FAILED: $*"
  cat -v said | head -n 20
  failed=1
}
colour=$'\033\\[[0-9;]*m' mark='\^~*'
# on_terminal COMMAND: with a terminal for all three of its streams.
on_terminal() { script -qec "$1" /dev/null </dev/null >said 2>&1; }

sh -c "$refused" >said 2>&1
grep -q "$colour" said && complain "a finding in a file is coloured"
grep -q "$mark" said && complain "a finding in a file shows the program's line"
on_terminal "$refused"
grep -q "$colour" said || complain "a finding on a terminal is not coloured"
grep -q "$mark" said || complain "a finding on a terminal does not mark its place"
on_terminal "export NO_COLOR=1; $refused"
grep -q "$colour" said && complain "NO_COLOR is not honoured"
grep -q "$mark" said || complain "without colours a finding does not mark its place"
on_terminal "export NO_COLOR=; $refused"
grep -q "$colour" said || complain "an empty NO_COLOR takes the colours"

"$good" >said 2>&1 || complain "the program fails"
grep -q $'\r' said && complain "lines that change go to a file"
on_terminal "$good"
grep -q "libpom: lesson_01 for " said || complain "a terminal sees no summary"
grep -q "$colour" said && complain "a summary is coloured"
on_terminal "POM_QUIET=1 $good"
[ ! -s said ] || complain "POM_QUIET leaves words on a terminal"
exit $failed
