#!/usr/bin/env bash
# Runs the driver for PYNQ of ports.cpp: rows are dealt out to buffers and collected.
# pynq_ports.sh PROGRAM EMULATION WORK COMPILER PYTHON
set -eu
program=$1 emulation=$2 work=$3 compiler=$4 python=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"
"$program" pynq_z2 >said.txt
cd out/scale
headers=$(cd "$(dirname "$emulation")/../../codegen/host_headers" && pwd)  # words are the vendor's types
"$compiler" -std=c++17 -O1 -w -I"$headers" -shared -fPIC scale.cpp -o ./scale.so
export PYTHONPATH=$emulation PYTHONDONTWRITEBYTECODE=1
"$python" - <<'PYTHON'
import numpy as np
np.save("A.npy", np.arange(105, dtype="int32").reshape(5, 21))
np.save("C.npy", np.zeros((5, 21), "int32"))
np.save("B.npy", np.arange(1000, 1105, dtype="int32").reshape(5, 21))
PYTHON
"$python" scale_pynq.py ./scale.so A=A.npy B=B.npy C=C.npy
"$python" - <<'PYTHON'
import numpy as np
assert np.array_equal(np.load("scale_C.npy"), np.load("A.npy") - 1), "what has one port is wrong"
assert np.array_equal(np.load("scale_B.npy"), 3 * np.load("A.npy") + np.load("B.npy")), "the driver's result is wrong"
PYTHON
