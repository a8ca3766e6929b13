#!/usr/bin/env bash
# Runs a program that writes a design for a board, and then what it wrote: host_side.sh PROGRAM NAME WORK COMPILER [BOARD]
set -eu
program=$1 name=$2 work=$3 compiler=$4 board=${5:-}
headers=$(cd "$(dirname "$0")/../../codegen/host_headers" && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work"
fail() {
  echo "$*"
  exit 1
}

"$program" $board >said.txt || fail "the program fails"
cat said.txt
grep -q "run here with XRT emulated: its results are the reference's" said.txt || fail "the host program was not run"
cd "out/$name"

# As a user would, by make; words and streams are the vendor's types, whose headers ours stand for.
mkdir -p vendor
ln -sfn "$headers" vendor/include
export XILINX_HLS=$PWD/vendor
make -s emulate CXX="$compiler" >emulated.txt || fail "make emulate fails: $(cat emulated.txt)"
grep -qx PASS emulated.txt || fail "make emulate says: $(cat emulated.txt)"

# A kernel that is wrong in its last result, in the first byte of its first element, is found out.
last=$(grep -o 'pom_arguments\[[0-9]*\]' "${name}_emulation.cpp" | tail -n 1 | tr -dc 0-9)
sed -i "s/^static void pom_call(void\*\* pom_arguments) {/&\n  struct Spoil { void** all; ~Spoil() { static_cast<unsigned char*>(all[$last])[0] ^= 0x80; } } spoil{pom_arguments};/" "${name}_emulation.cpp"
if make -s emulate CXX="$compiler" >emulated.txt 2>&1; then fail "a wrong result passes"; fi
grep -q "^FAIL: element 0 of" emulated.txt || fail "of a wrong result make emulate says: $(cat emulated.txt)"

# What v++ is told: one unit, a port for each array of the kernel.
if [ -f "${name}_link.cfg" ]; then
  grep -qx "nk=$name:1:${name}_1" "${name}_link.cfg" || fail "no compute unit: $(cat "${name}_link.cfg")"
  ports=$(grep -c "^sp=${name}_1\.[A-Za-z_0-9]*:[A-Z0-9]*\(\[[0-9]*\]\)\?$" "${name}_link.cfg")
  [ "$ports" = "$(grep -c 'mode=m_axi' "${name}.cpp")" ] || fail "not one sp= for each port: $(cat "${name}_link.cfg")"
  make -n xclbin TARGET=hw PLATFORM=board.xpfm CXX="$compiler" | grep -q "v++ -l -t hw --platform board.xpfm --config ${name}_link.cfg" ||
    fail "make xclbin does not link with the configuration"
  if make -n xclbin TARGET=software >/dev/null 2>&1; then fail "an unknown TARGET is taken"; fi
fi

# The driver for PYNQ is Python.
if [ -f "${name}_pynq.py" ] && command -v python3 >/dev/null; then
  python3 -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" "${name}_pynq.py" || fail "${name}_pynq.py is no Python"
fi
