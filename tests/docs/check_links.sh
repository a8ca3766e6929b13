#!/usr/bin/env bash
# Every relative link of the documents leads to a file (and its #anchor to a heading), every `./pom` command exists, every
# document of docs/ is reached from its index, every lesson stands in the list of lessons, and what documents about the source
# name as a file or a folder is there: check_links.sh SOURCE
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

# named_files DOCUMENT: what stands between backquotes and is a file by its ending; of names in braces each is one.
named_files() {
  local word
  sed -e '/^```/,/^```/d' "$1" | grep -oE '`[A-Za-z0-9_./{},-]+\.(cpp|hpp|h|td|json|md|sh|cmake|py|js|css)`' | tr -d '`' | sort -u |
    while IFS= read -r word; do eval "printf '%s\n' $word"; done
}
# named_paths DOCUMENT: what begins as a folder of the tree does, anywhere; a word may end within a name, before * or {.
named_paths() {
  grep -oE "(^|[^A-Za-z0-9_./-])($folders)/[A-Za-z0-9_./-]*[A-Za-z0-9_]" "$1" | sed -E 's/^[^A-Za-z0-9]//' | sort -u
}
folders=$(printf '%s|' */ | sed -e 's|/||g' -e 's/|$//' -e 's/\bbuild|//')
tree=$(find . -path ./build -prune -o -path ./.git -prune -o -print | sed 's|^\.||')
# What a design's directory holds is named, too; X stands for any name.
written='report\.json|\.pom-manifest\.json'
sources=(CONTRIBUTING.md docs/pipeline.md docs/adding-a-*.md docs/cost-model.md docs/design/*.md)
named=0
for document in "${sources[@]}"; do
  while IFS= read -r file; do
    named=$((named + 1))
    pattern=$(sed -e 's/\./\\./g' -e 's/\bX\b/[a-z_]+/g' -e 's|/$||' <<<"$file")
    grep -qE "/$pattern\$" <<<"$tree" || [[ "$file" =~ ^($written)$ ]] || complain "$document: there is no file $file"
  done < <(named_files "$document")
  while IFS= read -r path; do
    named=$((named + 1))
    grep -qE "/(src/)?${path//./\\.}" <<<"$tree" || [[ "$path" == */X* ]] || complain "$document: there is no $path"
  done < <(named_paths "$document")
done
[ "$named" -ge 150 ] || complain "only $named files are named in documents about the source"

for document in docs/*.md; do
  name=$(basename "$document")
  [ "$name" = README.md ] || grep -q "($name" docs/README.md || complain "docs/README.md leads nobody to $name"
done
for lesson in dsl-examples/lesson_*.cpp; do
  grep -qF "(../$lesson)" docs/lessons.md || complain "docs/lessons.md does not list $lesson"
done
exit $failed
