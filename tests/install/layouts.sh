#!/usr/bin/env bash
# The layout of every class and enumeration of the public headers, as a compiler records it for debuggers, a line for each class,
# each of its members and each enumerator: layouts.sh COMPILER INCLUDE SCRATCH
set -euo pipefail
compiler=$1 include=$2 scratch=$3
mkdir -p "$scratch"
printf '#include <pom/pom.hpp>\n' >"$scratch/headers.cpp"
"$compiler" -std=c++20 -O0 -gdwarf-4 -fno-eliminate-unused-debug-types -I"$include" -c "$scratch/headers.cpp" -o "$scratch/headers.o"
readelf --debug-dump=info "$scratch/headers.o" >"$scratch/headers.txt"
# Read twice: the names of types are known when members refer to them.
awk '
  # told(): the entry that ends here, as a line.
  function told(  full) {
    if (tag == "") return
    name_of[offset] = name
    full = (tag == "namespace" || tag ~ /^(structure|class|enumeration)_type$/) ? join(depth) name : ""
    scope[depth] = full == "" ? "" : full "::"
    if (pass == 1 || join(depth) name !~ /^pom::/) return
    if (tag ~ /^(structure|class)_type$/ && size != "" && name != "") print full " size " size
    if (tag == "enumeration_type" && name != "") print full " size " size
    if (tag == "member" && at != "" && scope[depth - 1] != "") print join(depth) name " at " at " " type
    if (tag == "inheritance") print join(depth) "(base) at " at " " type
    if (tag == "enumerator") print join(depth) name " = " value
  }
  function join(d) { return scope[d - 1] }
  function last_word(text) { sub(/^[^:]*: */, "", text); sub(/^\(indirect string[^)]*\): /, "", text); sub(/[ \t]+$/, "", text); return text }
  FNR == 1 { told(); tag = ""; ++pass; delete scope }
  /^ *<[0-9a-f]+><[0-9a-f]+>: Abbrev Number: 0/ { told(); tag = ""; next }
  /^ *<[0-9a-f]+><[0-9a-f]+>: Abbrev Number/ {
    told()
    split($0, part, /[<>]/); depth = number_of(part[2]); offset = part[4]
    tag = $0; sub(/^.*\(DW_TAG_/, "", tag); sub(/\).*$/, "", tag)
    name = size = at = type = value = ""
    next
  }
  / DW_AT_name / { name = last_word($0); next }
  / DW_AT_byte_size / { size = last_word($0); next }
  / DW_AT_data_member_location/ { at = last_word($0); next }
  / DW_AT_const_value / { value = last_word($0); next }
  / DW_AT_type / { type = $0; sub(/^.*<0x/, "", type); sub(/>.*$/, "", type); type = name_of[type]; sub(/<.*/, "<>", type); next }
  END { told() }
  function number_of(text,  n, value) {
    for (n = 1; n <= length(text); ++n) value = 16 * value + index("0123456789abcdef", substr(text, n, 1)) - 1
    return value
  }
' "$scratch/headers.txt" "$scratch/headers.txt" | LC_ALL=C sort -u
