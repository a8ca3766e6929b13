# Commands that the launcher in the source tree and the installed `pom` share. Both define `usage` and set `pom_share`, the
# folder with new/ in it.

fail() {
  [ -z "$json" ] || event failure message "$*"
  echo "pom: $*" >&2
  exit 1
}

# refuse_command WORD: says what nobody knows, and what there is.
refuse_command() {
  { echo "pom: there is no command $1"; usage; } >&2
  exit 2
}

# The lines of the usage that are about one command.
usage_of() {
  usage | awk -v command="$1" '/(^usage: |^       )(\.\/)?pom [a-z-]/ { shown = ($0 ~ "(^| |/)pom " command "( |$)") } /^$/ { shown = 0 } shown { sub(/^usage: /, "       "); print }'
}

# wants_help COMMAND ARGUMENT: prints the command's part of the usage where the argument asks for it. The tools behind bench,
# fuzz and qor, and python3 behind report, print their own.
wants_help() {
  case "$1 $2" in
    "bench "* | "fuzz "* | "qor "* | "report "*) return 1 ;;
    *" --help" | *" -h") [ -n "$(usage_of "$1")" ] && usage_of "$1" ;;
    *) return 1 ;;
  esac
}

# Set by --json: the answer is JSON objects on the standard output, one a line, as tools/schema/events.schema.json has them.
json=

# take_json ARGUMENTS: whether they begin with --json.
take_json() {
  [ "${1:-}" = --json ] || return 1
  json=yes
}

# json_text TEXT: the text in quotes, as JSON has it.
json_text() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\t'/\\t}
  # Others below the blank are not printed by anything here.
  printf '"%s"' "$(printf '%s' "$text" | tr -d '\000-\037')"
}

# event KIND [KEY TEXT]...: prints one object.
event() {
  printf '{"event":%s' "$(json_text "$1")"
  shift
  while [ $# -gt 0 ]; do
    printf ',%s:%s' "$(json_text "$1")" "$(json_text "$2")"
    shift 2
  done
  printf '}\n'
}

# show_usage: all of the usage, or an object for each line of it.
show_usage() {
  if [ -z "$json" ]; then
    usage
    return
  fi
  local line
  usage | grep -E '^(usage: |       )(\./)?pom [a-z-]' | sed -e 's/^usage: *//' -e 's/^ *//' | while IFS= read -r line; do
    event command usage "$(sed 's/   *.*//' <<<"$line")" does "$(sed -n 's/^.*[^ ]   *//p' <<<"$line")"
  done
}

# check_json_file FILE: makes it empty. Only an earlier run's file is overwritten.
check_json_file() {
  if [ -s "$1" ] && [ "$(head -c 9 "$1")" != '{"event":' ]; then fail "$1 holds something else; name another file behind --json"; fi
  : 2>/dev/null >"$1" || fail "$1 cannot be written"
}

# take_json_file ARGUMENTS: where they begin with --json FILE, findings and designs go to FILE too (POM_JSON).
take_json_file() {
  [ "${1:-}" = --json ] || return 1
  [ $# -ge 3 ] || fail "--json needs a file, and run a program: pom run --json FILE PROGRAM.cpp"
  [ -f "$3" ] || fail "there is no file $3"
  check_json_file "$2"
  POM_JSON=$(readlink -f "$2")
  export POM_JSON
}

# show [DIRECTORY]: the design's report, in the desktop's browser where there is a desktop.
show_report() {
  ! take_json "$@" || shift
  [ $# -le 1 ] || fail "show takes one directory: pom show out/NAME"
  local page=${1:-}
  if [ -z "$page" ]; then
    page=$(ls -t out/*/report.html 2>/dev/null | head -n 1) || true
    [ -n "$page" ] || fail "there is no out/*/report.html here; name a directory: pom show DIRECTORY"
  fi
  [ ! -d "$page" ] || page="${page%/}/report.html"
  [ -f "$page" ] || fail "there is no report $page; codegen() and auto_DSE() write one"
  page=$(readlink -f "$page")
  if [ -n "$json" ]; then
    event report page "$page" report "${page%/*}/report.json"
    return
  fi
  echo "$page"
  if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -t 1 ] && command -v xdg-open >/dev/null; then
    xdg-open "$page" >/dev/null 2>&1 &
  fi
}

# is_free_name NAME: whether C++ and the usual headers leave the name to a function of one's own. Without a compiler nothing is said.
is_free_name() {
  [[ "$1" != pom_* && "$1" != *__* ]] || return 1
  local compiler=${CXX:-c++} header
  command -v "${compiler%% *}" >/dev/null || return 0
  { for header in cmath complex cstdio cstdlib cstring ctime; do echo "#include <$header>"; done; echo "extern int (*$1)[3];"; } |
    $compiler -std=c++17 -x c++ -fsyntax-only - 2>/dev/null
}

# check_project_name NAME: the name is also that of the project's first function.
check_project_name() {
  [[ "${1:-}" =~ ^[A-Za-z][A-Za-z0-9_]*$ ]] || fail "new needs a name of letters, digits and _ that begins with a letter: pom new NAME"
  [ $# -eq 1 ] || fail "new makes one project, of one name: pom new $1"
  is_free_name "$1" || fail "$1 is a name of C++, or of its library: the project's function cannot have it"
  [ ! -e "$1" ] || fail "$1 is there already"
}

# new NAME PREFIX: a project of that name in a folder of that name. PREFIX: where CMake finds libpom; empty: it is installed.
new_project() {
  local name=${1:-} prefix=${2:-} template
  check_project_name "$name"
  mkdir "$name"
  for template in CMakeLists.txt README.md synthesize.sh; do
    sed -e "s|@NAME@|$name|g" -e "s|@POM@|$prefix|g" "$pom_share/new/$template.in" >"$name/$template"
  done
  sed -e "s|@NAME@|$name|g" "$pom_share/new/program.cpp.in" >"$name/$name.cpp"
  if [ -n "$json" ]; then
    event project directory "$(readlink -f "$name")" program "$(readlink -f "$name")/$name.cpp"
    return
  fi
  echo "pom: $name/ holds CMakeLists.txt, $name.cpp, synthesize.sh and README.md"
  echo "     cd $name && cmake -S . -B build && cmake --build build && ctest --test-dir build"
}
