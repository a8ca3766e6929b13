#!/usr/bin/env bash
# Compares how the public classes are laid out with the record of the library of this soname:
# check_layouts.sh LIBRARY COMPILER INCLUDE RECORD SCRATCH
# The record's first line says of which soname it is, and whether that was released; POM_UPDATE_GOLDEN=1 writes it anew. Of a
# soname that was released nothing may go or change: programs that are compiled have it so.
set -euo pipefail
library=$1 compiler=$2 include=$3 record=$4 scratch=$5
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$scratch"
mkdir -p "$scratch"
soname=$(objdump -p "$library" | awk '/SONAME/ { print $2 }')
header=$(head -n 1 "$record")
LC_ALL=C
export LC_ALL

# differences RECORD LAYOUTS: what is gone or changed (-), and what is new (+); nothing where they agree.
differences() {
  comm -23 <(tail -n +2 "$1" | sort) "$2" | sed 's/^/  - /'
  comm -13 <(tail -n +2 "$1" | sort) "$2" | sed 's/^/  + /'
}

bash "$here/layouts.sh" "$compiler" "$include" "$scratch" >"$scratch/layouts"
[ "$(wc -l <"$scratch/layouts")" -ge 300 ] || { echo "only $(wc -l <"$scratch/layouts") lines describe the public classes"; exit 1; }
if [ "${header%%,*}" != "# $soname" ]; then
  echo "the library is $soname, and the record begins with: $header"
  echo "Another soname begins another record: write '# $soname, not yet released' into its first line, and POM_UPDATE_GOLDEN=1 the rest."
  exit 1
fi
differences "$record" "$scratch/layouts" >"$scratch/differences"
if [ "${POM_UPDATE_GOLDEN:-}" = 1 ]; then
  if [[ "$header" != *"not yet released" ]] && grep -q '^  - ' "$scratch/differences"; then
    echo "$header: compiled programs have it otherwise, raise SOVERSION:"
    cat "$scratch/differences"
    exit 1
  fi
  { echo "$header"; cat "$scratch/layouts"; } >"$record"
  exit 0
fi
if [ -s "$scratch/differences" ]; then
  echo "public classes are not laid out as tests/install/layouts.txt has them:"
  cat "$scratch/differences"
  echo "Programs that are compiled break. Before the first release POM_UPDATE_GOLDEN=1 writes the record anew; later SOVERSION has to be raised."
  exit 1
fi

# The same eyes see a class that grew, a member that moved, and an enumerator that is gone.
sed -e '0,/ size [0-9]*$/s/ size \([0-9]*\)$/ size 9\1/' -e '0,/ at 8 /s/ at 8 / at 16 /' -e '0,/ = 1$/s/ = 1$/ = 7/' "$record" >"$scratch/broken"
[ "$(differences "$scratch/broken" "$scratch/layouts" | grep -c '^  - ')" -eq 3 ] || { echo "three changes are not seen"; exit 1; }
