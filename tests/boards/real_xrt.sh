#!/usr/bin/env bash
# Compiles and links a host program with XRT itself; on a machine without a device it must say so and end with 1.
# real_xrt.sh PROGRAM WORK COMPILER INCLUDE LIBRARY
set -eu
program=$1 work=$2 compiler=$3 include=$4 library=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"
"$program" >said.txt
cd out/gemm
"$compiler" -std=c++17 -O1 -ffp-contract=off -frounding-math -Wall -I. -isystem "$include" gemm_host.cpp -o gemm_host "$library" -pthread
[ ! -e /dev/xclmgmt0 ] && [ ! -d /sys/class/accel ] && [ ! -e /dev/dri/renderD128 ] || exit 0
status=0
./gemm_host >said.txt 2>&1 || status=$?
cat said.txt
[ "$status" = 1 ] && grep -q "^FAIL: " said.txt
