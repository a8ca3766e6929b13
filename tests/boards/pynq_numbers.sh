#!/usr/bin/env bash
# Runs the driver for PYNQ of registers.cpp: which registers and which numbers it takes.
# pynq_numbers.sh PROGRAM EMULATION WORK COMPILER PYTHON
set -eu
program=$1 emulation=$2 work=$3 compiler=$4 python=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"
"$program" >said.txt
cd out/scale
"$compiler" -std=c++17 -O1 -w -shared -fPIC scale.cpp -o ./scale.so
export PYTHONPATH=$emulation${PYTHONPATH:+:$PYTHONPATH} PYTHONDONTWRITEBYTECODE=1
"$python" - <<'PYTHON'
import numpy as np
np.save("A.npy", np.arange(40, dtype="int32"))
np.save("B.npy", np.zeros(40, "int32"))
PYTHON
drive() { POM_ADDRESS_BITS=$1 "$python" scale_pynq.py ./scale.so A=A.npy B=B.npy A_1="$2" N="$3"; }
# refuse BITS FACTOR SIZE TEXT: the driver ends with status 1 and this line.
refuse() {
  status=0
  drive "$1" "$2" "$3" >said.txt 2>&1 || status=$?
  [ "$status" = 1 ] && [ "$(cat said.txt)" = "$4" ] && return
  echo "with A_1=$2 and N=$3 the driver ends with status $status and says: $(cat said.txt)"
  exit 1
}

drive 32 -3 7
"$python" - <<'PYTHON'
import numpy as np
expected = np.arange(40) * -3
expected[7:] = 0
assert np.array_equal(np.load("scale_B.npy"), expected), "the driver's result is wrong"
PYTHON
refuse 64 -3 7 "scale: the registers of the design do not tell its arguments apart"
refuse 32 1 41 "scale: N is 41, the kernel's lies in [1, 40]"
refuse 32 1 0 "scale: N is 0, the kernel's lies in [1, 40]"
refuse 32 2147483648 1 "scale: A_1 is 2147483648, the kernel's lies in [-2147483648, 2147483647]"
refuse 32 1 x "N=x: invalid literal for int() with base 10: 'x'"
refuse 32 1 7.5 "N=7.5: invalid literal for int() with base 10: '7.5'"

POM_ADDRESS_BITS=32 "$python" - <<'PYTHON'
import sys, numpy as np, pynq, scale_pynq
sys.modules["__main__"].NAME, sys.modules["__main__"].ARRAYS = scale_pynq.NAME, scale_pynq.ARRAYS
sys.modules["__main__"].SCALARS = scale_pynq.SCALARS
kernel = scale_pynq.Kernel("./scale.so")
for size in (7.5, float("nan"), "7", None, [7], 41):
    try:
        kernel(A=np.load("A.npy"), B=np.load("B.npy"), A_1=1, N=size)
        raise SystemExit(f"N={size!r} is taken")
    except ValueError:
        assert pynq.buffers_left() == 0
assert kernel(A=np.load("A.npy"), B=np.load("B.npy"), A_1=np.int32(2), N=7.0)["B"][6] == 12
PYTHON
