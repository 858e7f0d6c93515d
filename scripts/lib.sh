# Shared by the scripts in this folder: where things are, and steps that tell what they do.
# shellcheck shell=bash

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
deps=$root/.deps
jobs=${FAIRSLOT_JOBS:-$(nproc)}
arch=${FAIRSLOT_ARCH:-native}

# Ends everything in one line where nothing could be built: the build's files quote paths for several shells.
case $root in
  *[\'\"\`\$\\\;\&\|\<\>\(\)\*\?\[\]\{\}\!#[:cntrl:]]*)
    printf '%s: the path %q cannot be built in: it holds a quote or another sign of the shell (move the folder)\n' \
      "$(basename "$0")" "$root" >&2
    exit 2
    ;;
esac

case $arch in
  native | x86-64-v3) ;;
  *) echo "FAIRSLOT_ARCH=$arch is not known (it may be native or x86-64-v3)" >&2; exit 2 ;;
esac

# What a native build is bound to.
processor() {
  if [ "$arch" = native ]; then grep -m 1 '^flags' /proc/cpuinfo | sha256sum; else echo "$arch"; fi
}

# The presets of another architecture than this machine's carry its name; tsan has but one.
preset_of() { if [ "$arch" = native ] || [ "$1" = tsan ]; then echo "$1"; else echo "$1-$arch"; fi; }
tree_of() { echo "$root/build/$1-$arch"; }

# Scripts that call each other count from the same moment.
export FAIRSLOT_SINCE=${FAIRSLOT_SINCE:-$(date +%s%N)}

say() {
  local ms=$(( ($(date +%s%N) - FAIRSLOT_SINCE) / 1000000 ))
  printf '[%4d.%d s] %s\n' $((ms / 1000)) $((ms % 1000 / 100)) "$*"
}

die() { echo "$(basename "$0"): $*" >&2; exit 1; }

# logged NAME TITLE COMMAND...: runs it with its output in .deps/log/NAME.log; every ten seconds its last
# line is shown, after a failure the last thirty.
logged() {
  local name=$1 title=$2 log pid status=0 ticks=0
  shift 2
  log=$deps/log/$name.log
  mkdir -p "$deps/log"
  say "$title (output in .deps/log/$name.log)"
  "$@" > "$log" 2>&1 < /dev/null &
  pid=$!
  trap 'kill "$pid"; exit 130' INT TERM
  while kill -0 "$pid" 2> /dev/null; do
    sleep 0.2
    ticks=$((ticks + 1))
    if [ $((ticks % 50)) = 0 ]; then say "  ... $(tail -n 1 "$log" | tr '\r' '\n' | tail -n 1 | cut -c 1-100)"; fi
  done
  wait "$pid" || status=$?
  trap - INT TERM
  if [ "$status" != 0 ]; then
    tail -n 30 "$log" >&2
    die "failed: $title (exit status $status, the whole output is in $log)"
  fi
}

# usage: prints the comment at the top of the calling script.
usage() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

# configured PRESET CMAKE_ARGUMENTS...: configures its build tree when that is new or the preset has
# changed; afterwards the build itself notices changed CMake files.
configured() {
  local preset tree stamp want
  preset=$(preset_of "$1")
  tree=$(tree_of "$1")
  stamp=$tree/fairslot.configured
  if [ -e "$stamp" ] && [ "$(head -n 1 "$stamp")" != "$(processor)" ]; then
    say "build/$1-$arch was made on another processor: it is made anew"
    rm -rf "$tree"
  fi
  want=$(processor; cat CMakePresets.json - <<< "$* ${CXX:-} ${Kokkos_ROOT:-} ${Kokkos_DIR:-} ${CMAKE_PREFIX_PATH:-}" | sha256sum)
  shift
  if [ -e "$tree/build.ninja" ] && [ "$(cat "$stamp" 2> /dev/null)" = "$want" ]; then return; fi
  say "configure ${tree#"$root"/}"
  "${cmake:-cmake}" --preset "$preset" "$@" || die "could not configure preset $preset"
  echo "$want" > "$stamp"
}

# built PRESET [TARGETS...]
built() {
  local preset targets=()
  preset=$(preset_of "$1")
  [ $# = 1 ] || targets=(--target "${@:2}")
  say "build build/$1-$arch with $jobs jobs"
  "${cmake:-cmake}" --build --preset "$preset" --parallel "$jobs" "${targets[@]}" || die "could not build preset $preset"
}

# Puts nvcc into PATH; false where there is none.
use_nvcc() {
  if [ -n "${CUDACXX:-}" ]; then PATH=$(dirname "$CUDACXX"):$PATH; fi
  command -v nvcc > /dev/null || { PATH=$PATH:/usr/local/cuda/bin; command -v nvcc > /dev/null; } || return 1
  export PATH CUDACXX=${CUDACXX:-$(command -v nvcc)}
}
