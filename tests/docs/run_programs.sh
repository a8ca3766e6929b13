#!/usr/bin/env bash
# Compiles and runs every C++ block of the documents: run_programs.sh SOURCE LIBRARY COMPILER WORK SANITIZERS
# A block with `main` is a program. Any other one stands behind a comment that nobody sees on the page,
#   <!-- program: what has to stand before it ... and behind it -->
# with "..." for the block itself, and is run inside `main` of a function "documented". A block that begins with "void" is
# generated code, which other tests compare.
set -u
source=$1 library=$2 compiler=$3 work=$4 sanitizers=$5
flags=(-std=c++20 -I"$source/include" -L"$(dirname "$library")" -lpom -Wl,-rpath,"$(dirname "$library")")
[ -z "$sanitizers" ] || flags+=("-fsanitize=$sanitizers")
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
failed=0
count=0

# A byte for each element, and a matrix of 64 x 64 doubles that are 0: what docs/tables.md reads.
seq 0 255 >sbox.txt
header=$(printf "%-117s" "{'descr': '<f8', 'fortran_order': False, 'shape': (64, 64), }")
{
  printf '\x93NUMPY\x01\x00\x76\x00%s\n' "$header"
  head -c $((64 * 64 * 8)) /dev/zero
} >weights.npy

# run NAME: compiles and runs NAME.cpp.
run() {
  count=$((count + 1))
  if ! "$compiler" "$1.cpp" -o "$1" "${flags[@]}" >"$1.log" 2>&1; then
    echo "$1 does not compile:"
    head -n 12 "$1.log"
    failed=1
  elif ! "./$1" >"$1.log" 2>&1; then
    echo "$1 fails:"
    head -n 12 "$1.log"
    failed=1
  fi
}

for document in "$source"/README.md "$source"/docs/*.md; do
  base=$(basename "$document" .md)
  # Blocks as files <document>-<line>.block, the comment before them as .frame.
  awk -v base="$base" '
    /^<!-- program: .*-->$/ { frame = $0; sub(/^<!-- program: /, "", frame); sub(/ *-->$/, "", frame); next }
    /^```cpp$/ { file = base "-" NR; inside = 1; printf "%s", frame > (file ".frame"); frame = ""; next }
    /^```$/ && inside { inside = 0; close(file ".block"); close(file ".frame"); next }
    inside { print > (file ".block") }
    !inside && NF { frame = "" }
  ' "$document"
done
for block in *.block; do
  name=${block%.block}
  frame=$(cat "$name.frame")
  if grep -q 'int main' "$block"; then
    cp "$block" "$name.cpp"
  elif [ -n "$frame" ]; then
    {
      printf '#include <pom/pom.hpp>\nusing namespace pom;\nint main() {\ninit("documented");\n%s\n' "${frame%%...*}"
      cat "$block"
      printf '%s\n}\n' "${frame#*...}"
    } >"$name.cpp"
  elif head -n 1 "$block" | grep -q '^void '; then
    continue
  else
    echo "$name: a C++ block without main needs <!-- program: ... --> before it"
    failed=1
    continue
  fi
  run "$name"
done
# What a refusal looks like: a block behind a comment "<!-- refused NAME.cpp" with a program, which says just that.
for document in "$source"/README.md "$source"/docs/*.md; do
  base=refused-$(basename "$document" .md)
  awk -v base="$base" '
    /^<!-- refused [a-z]+\.cpp$/ { number++; folder = base "-" number; system("mkdir -p " folder); file = folder "/" $3; program = 1; next }
    program && /^-->$/ { close(file); program = 0; waits = 1; next }
    program { print > file; next }
    waits && /^```$/ { inside = 1; waits = 0; next }
    inside && /^```$/ { close(folder "/said.expected"); inside = 0; next }
    inside { print > (folder "/said.expected") }
  ' "$document"
done
for folder in refused-*/; do
  count=$((count + 1))
  program=$(basename "$folder"/*.cpp)
  (
    cd "$folder" || exit 1
    "$compiler" "$program" -o program "${flags[@]}" >log 2>&1 || { echo "${folder%/}: $program does not compile:"; head -n 12 log; exit 1; }
    ./program >/dev/null 2>said && { echo "${folder%/}: $program is not refused"; exit 1; }
    diff said.expected said >difference || { echo "${folder%/}: the document shows what $program does not say:"; cat difference; exit 1; }
  ) || failed=1
done
ls -d refused-README-1 refused-errors-1 >/dev/null || failed=1
# Lines of a summary that a document shows are what its programs print.
for document in "$source"/docs/*.md; do
  base=$(basename "$document" .md)
  ls "$base"-*.log >/dev/null 2>&1 || continue
  while IFS= read -r line; do
    grep -qxF -- "$line" "$base"-*.log || { echo "docs/$base.md shows what none of its programs prints: $line"; failed=1; }
  done < <(awk '/^```/ { inside = !inside; next } inside && /^  (port|memory|channel|host|estimated:|speed-up|bound|search|verified|inputs|written)/' "$document")
done
echo "$count programs of the documents"
[ "$count" -ge 8 ] || failed=1
exit $failed
