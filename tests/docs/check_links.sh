#!/usr/bin/env bash
# Every relative link of the documents leads to a file (and its #anchor to a heading), every `./pom` command exists, and every
# document of docs/ is reached from its index: check_links.sh SOURCE
set -u
cd "$1" || exit 1
failed=0
complain() {
  echo "$*"
  failed=1
}

# The anchor of a heading as code hosts make it.
anchors() { sed -n 's/^#\+ \(.*\)$/\1/p' "$1" | tr 'A-Z' 'a-z' | sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'; }

documents=(README.md CHANGELOG.md CONTRIBUTING.md ROADMAP.md tools/README.md docs/*.md docs/design/*.md)
for document in "${documents[@]}"; do
  while IFS= read -r link; do
    case "$link" in http://* | https://* | mailto:*) continue ;; esac
    file=${link%%#*}
    target=$(dirname "$document")/$file
    [ -n "$file" ] || target=$document
    if [ ! -e "$target" ]; then
      complain "$document: there is no $link"
    elif [[ "$link" == *#* ]] && ! anchors "$target" | grep -qx -- "${link#*#}"; then
      complain "$document: $target has no heading ${link#*#}"
    fi
  done < <(sed -e '/^```/,/^```/d' -e 's/`[^`]*`//g' "$document" | grep -o '](\([^)]*\))' | sed -e 's/^](//' -e 's/)$//')
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
exit $failed
