#!/usr/bin/env bash
# Runs the driver for PYNQ on the emulation of PYNQ: pynq_driver.sh PROGRAM EMULATION WORK COMPILER PYTHON
set -eu
program=$1 emulation=$2 work=$3 compiler=$4 python=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"
"$program" pynq_z2 >said.txt
cd out/gemm
"$compiler" -std=c++17 -O1 -w -shared -fPIC gemm.cpp -o ./gemm.so
export PYTHONPATH=$emulation PYTHONDONTWRITEBYTECODE=1
"$python" - <<'PYTHON'
import numpy as np
rng = np.random.default_rng(1)
for name in "ABC":
    np.save(name + ".npy", rng.integers(-9, 9, (64, 64)).astype("float32"))
np.save("small.npy", np.zeros((64, 63), "float32"))
PYTHON
"$python" gemm_pynq.py ./gemm.so A=A.npy B=B.npy C=C.npy alpha=2
"$python" - <<'PYTHON'
import numpy as np
a, b, c = (np.load(name + ".npy") for name in "ABC")
assert np.array_equal(np.load("gemm_C.npy"), c + 2 * a @ b), "the driver's result is wrong"
PYTHON
if "$python" gemm_pynq.py ./gemm.so A=A.npy B=small.npy C=C.npy alpha=2 2>said.txt; then
  echo "a wrong shape is taken"
  exit 1
fi
grep -qx "gemm: B is float32 (64, 64), not float32 (64, 63)" said.txt || { cat said.txt; exit 1; }
"$python" - <<'PYTHON'
import inspect, gemm_pynq
calls = [c.__call__ for _, c in inspect.getmembers(gemm_pynq, inspect.isclass) if "__call__" in vars(c)]
kinds = [inspect.signature(call).parameters["self"].kind for call in calls]
assert kinds == [inspect.Parameter.POSITIONAL_ONLY], "an array may be called self"
PYTHON
