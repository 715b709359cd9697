# Shared by the scripts of this folder: packages, the per-user cache, builds and test runs.
# shellcheck shell=bash

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

build_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libboost1.81-dev
  libxxhash-dev libcli11-dev)
fetch_packages=(python3-pip)

say() { printf '== %s\n' "$*"; }

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# need_packages <package>...: installs what is missing, or says how to.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no Debian here: needed are $*"
    return
  fi
  local missing=() package
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      missing+=("$package")
    fi
  done
  [[ ${#missing[@]} -eq 0 ]] && return

  if [[ $(id -u) -ne 0 ]]; then
    fail "missing Debian packages: ${missing[*]}
install them as root: apt-get install --no-install-recommends ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq --no-install-recommends "${missing[@]}" >/dev/null
}

cache_dir() {
  printf '%s\n' "${BERTH_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/berth}"
}

# unpack_wheels <requirements file> <folder> [package]: downloads the pinned wheels, checks their
# hashes and unpacks them, or one package of theirs, as the folder, which appears only when whole.
unpack_wheels() {
  local requirements=$1 folder=$2 package=${3:-} work wheel
  mkdir -p "$(dirname "$folder")"
  work=$(mktemp -d "$folder.XXXXXX")
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$work'" EXIT

  say "fetching $(sed -n 's/ --hash.*//p' "$requirements" | paste -sd ' ')"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
    --require-hashes --requirement "$requirements" --dest "$work/wheels" ||
    fail "pip could not fetch the wheels of $requirements
without a network, give the plugin by path: --plugin PATH or BERTH_PLUGIN_PATH_CPU=PATH"
  mkdir "$work/unpacked"
  for wheel in "$work"/wheels/*.whl; do
    python3 -m zipfile --extract "$wheel" "$work/unpacked"
  done
  # A second process may have been quicker: its folder holds the same files.
  mv -T "$work/unpacked/$package" "$folder" 2>/dev/null || [[ -d $folder ]]
  rm -rf "$work"
  trap - EXIT
}

# use_plugin <path>: exports BERTH_PLUGIN_PATH_CPU; an empty path means the pinned plugin, which is
# fetched unless it is there already.
use_plugin() {
  local path=$1
  if [[ -z $path ]]; then
    local version folder
    version=$(sed -n 's/.*==\([^ ]*\) .*/\1/p' tools/requirements/plugin.txt)
    folder=$(cache_dir)/plugins/cpu-$version
    [[ -d $folder ]] || unpack_wheels tools/requirements/plugin.txt "$folder" lammps_jax_pjrt_cpu
    path=$folder/pjrt_c_api_cpu_plugin.so
  fi
  [[ -f $path ]] || fail "no plugin at $path"
  BERTH_PLUGIN_PATH_CPU=$(realpath "$path")
  export BERTH_PLUGIN_PATH_CPU
}

# use_test_wheels: exports BERTH_TEST_WHEELS. The folder is named by what is in it, so that
# another choice of wheels is another folder.
use_test_wheels() {
  local requirements=tools/requirements/tests.txt
  BERTH_TEST_WHEELS=$(cache_dir)/wheels-$(sha256sum "$requirements" | cut -c 1-12)
  export BERTH_TEST_WHEELS
  [[ -d $BERTH_TEST_WHEELS ]] || unpack_wheels "$requirements" "$BERTH_TEST_WHEELS"
}

# jax_python: prints the Python of a virtual environment with the pinned JAX, which is made once and
# appears only when whole.
jax_python() {
  local requirements=tools/requirements/jax.txt folder
  folder=$(cache_dir)/jax-$(sha256sum "$requirements" | cut -c 1-12)
  if [[ ! -e $folder/complete ]]; then
    say "installing JAX into $folder" >&2
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
      --requirement "$requirements" >&2
    touch "$folder/complete"
  fi
  printf '%s\n' "$folder/bin/python"
}

# build <preset> [cmake option]... [-- <target>...]
build() {
  local preset=$1 options=() targets=(all)
  shift
  while [[ $# -gt 0 && $1 != -- ]]; do
    options+=("$1")
    shift
  done
  if [[ $# -gt 1 ]]; then
    shift
    targets=("$@")
  fi
  say "building preset $preset"
  local log=build/$preset.configure.log
  mkdir -p build
  cmake --preset "$preset" "${options[@]}" >"$log" 2>&1 || { cat "$log" && exit 1; }
  cmake --build --preset "$preset" --parallel "$(nproc)" --target "${targets[@]}"
}

# run_tests <preset> [ctest option]...: ctest's closing line is the last one printed.
run_tests() {
  local preset=$1 status=0 log=build/$1/ctest.log
  shift
  say "testing preset $preset"
  ctest --preset "$preset" --parallel "$(nproc)" "$@" 2>&1 | tee "$log" || status=$?

  awk '/^\[  PASSED  \] [0-9]+ test/ { passed += $4 }
       /^\[  SKIPPED \] [0-9]+ test/ { skipped += $4 }
       /^\[  FAILED  \] [0-9]+ test.*listed below/ { failed += $4 }
       END { printf "GoogleTest: %d passed, %d skipped, %d failed\n", passed, skipped, failed }' \
    "build/$preset/Testing/Temporary/LastTest.log"
  grep 'tests passed,' "$log" | tail -n 1
  return "$status"
}
