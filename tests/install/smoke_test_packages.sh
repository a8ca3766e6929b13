#!/usr/bin/env bash
# Installs the Debian packages on a clean system and uses them as a new user would: smoke_test_packages.sh PACKAGES EXAMPLES [ROOT]
# PACKAGES: a folder with the three packages; EXAMPLES: dsl-examples; ROOT: where the clean system is made (a scratch folder).
# Needs root, debootstrap and a Debian mirror.
set -euo pipefail

packages=$(readlink -f "$1")
examples=$(readlink -f "$2")
root=${3:-$(mktemp -d)/debian}
mirror=${POM_DEBIAN_MIRROR:-http://deb.debian.org/debian}

[ "$(id -u)" -eq 0 ] || { echo "smoke_test_packages.sh: only root can make a clean system" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "smoke_test_packages.sh: install debootstrap" >&2; exit 1; }

[ -d "$root/usr/bin" ] || debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; exit 1; }
# LLVM 19 is among the updates of Debian 12.
printf 'deb %s bookworm main\ndeb %s bookworm-updates main\ndeb http://deb.debian.org/debian-security bookworm-security main\n' "$mirror" "$mirror" >"$root/etc/apt/sources.list"
mkdir -p "$root/packages"
cp "$packages"/*.deb "$root/packages/"
cp "$examples/gemm.cpp" "$root/packages/"
in_root() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

echo "installing on a clean Debian 12"
started=$SECONDS
in_root apt-get update >"$root.log" 2>&1
in_root sh -c 'apt-get install -y --no-install-recommends /packages/*.deb' >>"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; exit 1; }
echo "installed after $((SECONDS - started)) s"

in_root sh -c 'rm -rf /trial && mkdir /trial && cd /trial && pom run /packages/gemm.cpp' | tee "$root.said"
grep -q 'verified at full size' "$root.said"
[ -f "$root/trial/out/gemm/report.html" ]
echo "first verified kernel after $((SECONDS - started)) s"

in_root sh -c 'cd /trial && pom show' | grep -qx /trial/out/gemm/report.html
in_root sh -c 'cd /trial && pom-opt out/gemm/gemm.mlir' | grep -q '#pragma HLS pipeline'
in_root sh -c 'cd /trial && pom-opt out/gemm/gemm.mlir --estimate' | grep -q '^gemm: estimated: '
in_root sh -c 'cd /trial && pom show --json' | grep -qF '"report":"/trial/out/gemm/report.json"'
in_root test -f /usr/share/pom/schema/events.schema.json
in_root sh -c 'cd /trial && pom --quiet run /usr/share/doc/pom-tools/dsl-examples/lesson_01_one_statement.cpp'
[ -f "$root/trial/out/lesson_01/report.html" ]
# Who copies nothing but a lesson's text gets its design.
lessons=0
for lesson in "$root"/usr/share/doc/pom-tools/dsl-examples/lesson_*.cpp; do
  rm -rf "$root/trial/copied"
  mkdir "$root/trial/copied"
  cp "$lesson" "$root/trial/copied/mine.cpp"
  in_root sh -c 'cd /trial/copied && pom run mine.cpp' >"$root.said" 2>&1 || { cat "$root.said" >&2; echo "$(basename "$lesson") fails" >&2; exit 1; }
  grep -q '  verified ' "$root.said" && ls "$root"/trial/copied/out/*/report.html >/dev/null
  lessons=$((lessons + 1))
done
echo "$lessons lessons, each copied alone"
in_root sh -c 'apt-get install -y --no-install-recommends cmake make python3' >>"$root.log" 2>&1
in_root sh -c 'cd /trial && pom report out/gemm' | grep -q verified
in_root sh -c 'cd /trial && pom new saxpy && cd saxpy && cmake -S . -B build && cmake --build build && ctest --test-dir build --no-tests=error' >>"$root.log" 2>&1 ||
  { tail -n 20 "$root.log" >&2; exit 1; }
[ -f "$root/trial/saxpy/build/saxpy/out/saxpy/report.html" ]
in_root sh -c 'apt-get remove -y libpom0' >>"$root.log" 2>&1
if [ -e "$root/usr/bin/pom" ] || ls "$root"/usr/lib/libpom* >/dev/null 2>&1; then
  echo "smoke_test_packages.sh: removing libpom0 leaves files behind" >&2
  exit 1
fi
echo "the packages pass"
