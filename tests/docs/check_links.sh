#!/usr/bin/env bash
# Every relative link of the documents leads to a file (and its #anchor to a heading), every `./pom` command exists, every
# document of docs/ is reached from its index, and every lesson stands in the list of lessons: check_links.sh SOURCE
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 1
failed=0
complain() {
  echo "$*"
  failed=1
}

source "$here/links.sh"

documents=(README.md CHANGELOG.md CONTRIBUTING.md ROADMAP.md tools/README.md docs/*.md docs/design/*.md docs/primitives/*.md)
for document in "${documents[@]}"; do
  check_links "$document"
  while IFS= read -r command; do
    grep -qE "^  ($command\)|[a-z -]*\| $command\)|$command \|)" pom || complain "$document: ./pom has no command $command"
  done < <(grep -o '\./pom [a-z]\+' "$document" | cut -d' ' -f2 | sort -u)
  while IFS= read -r program; do
    [ -e "$program" ] || complain "$document: there is no $program"
  done < <(grep -o '\./pom run [A-Za-z0-9_/.-]*\.cpp' "$document" | cut -d' ' -f3 | grep / | sort -u)
done
for document in docs/*.md; do
  name=$(basename "$document")
  [ "$name" = README.md ] || grep -q "($name" docs/README.md || complain "docs/README.md leads nobody to $name"
done
for lesson in dsl-examples/lesson_*.cpp; do
  grep -qF "(../$lesson)" docs/lessons.md || complain "docs/lessons.md does not list $lesson"
done
exit $failed
