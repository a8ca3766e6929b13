#!/usr/bin/env bash
# Compiles wrong_size.cpp with what the program writes, and runs it: wrong_size.sh PROGRAM SOURCES WORK COMPILER
set -eu
program=$1 sources=$2 work=$3 compiler=$4
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() {
  echo "$*"
  exit 1
}

"$program" >said.txt
"$compiler" -std=c++17 -w -DPOM_EMULATION -Iout/axpy "$sources/wrong_size.cpp" out/axpy/axpy.cpp out/axpy/axpy_emulation.cpp -o user -pthread
./user || fail "the right sizes fail with status $?"
status=0
./user short >said.txt || status=$?
[ "$status" = 1 ] && grep -qx "axpy: x has 1048575 elements, the kernel's has 1048576" said.txt ||
  fail "a wrong size ends with status $status and says: $(cat said.txt)"
# The device is not reached: what is left of it would be said.
status=0
./user beyond >said.txt 2>&1 || status=$?
[ "$status" = 1 ] && [ "$(cat said.txt)" = "axpy: n is 1048577, the kernel's lies in [1, 1048576]" ] ||
  fail "a size beyond its range ends with status $status and says: $(cat said.txt)"
status=0
./user leave 2>said.txt || status=$?
[ "$status" = 1 ] && grep -qx "emulation: the program ends and leaves buffers of the device: 1" said.txt ||
  fail "a buffer that is left ends with status $status and says: $(cat said.txt)"
