#!/usr/bin/env bash
# Every command that a document shows is run: run_commands.sh SOURCE EXAMPLES FUZZ QOR BENCH POM_OPT WORK
# A command stands on a line of a block or between backquotes. The tools are those that the tests' build made, and of `./pom run`
# the program as tests/examples built it; what another test runs is named with the line of that test. Where a command's tables
# take minutes, one row of them is asked for (row_of). A command with a word like FILE or [DIRECTORY] shows how one is made: its
# options are those of the tool. A command that is none of these fails.
set -u
source=$1 examples=$2 fuzz=$3 qor=$4 bench=$5 pom_opt=$6 work=$7
rm -rf "$work"
mkdir -p "$work/dse/devices/accuracy"
cd "$work" || exit 1
ln -s "$source/tests" "$source/bench" "$source/tools" .
failed=0
complain() {
  echo "$*"
  failed=1
}

# commands DOCUMENT: those of its blocks, without what stands behind #, and those between backquotes.
commands() {
  local begin='(\./pom|pom|pom-[a-z]+|python3|cmake|ninja|ctest|g\+\+|apt|cd|tests/fuzz/targets/run\.sh) '
  awk '/^ *```/ { inside = !inside; next } inside || /^    / { sub(/^ */, ""); print }' "$1" | sed 's/  *#.*//' | grep -E "^$begin"
  sed -e '/^```/,/^```/d' -e '/^    /d' "$1" | grep -oE '`[^`]+`' | tr -d '`' | sed 's/  *#.*//' | grep -E "^$begin"
}

# run_it COMMAND...: it ends with 0.
run_it() {
  "$@" >said 2>&1 || complain "$shown ends with $?: $(tail -n 5 said)"
}

# elsewhere TEST TEXT: a test runs it, in the line with the text.
elsewhere() { grep -qF -- "$2" "$source/tests/$1" || complain "$shown is not run by tests/$1"; }

# built PROGRAM: what tests/examples made of a program of dsl-examples.
built() {
  local name=${1#dsl-examples/}
  name=${name%.cpp}
  case "$name" in
    polybench/*) echo "$examples/example_${name#*/}" ;;
    */*) echo "$examples/${name/\//_}" ;;
    *) echo "$examples/example_$name" ;;
  esac
}

# row_of BENCH ARGUMENTS: what makes a command of minutes one of seconds, in `row`; the row has to be printed.
row_of() {
  case "$*" in
    '') row=estimates seen='estimates of 3MM' ;;
    paper) row=GEMM seen='POM, paper' ;;
    polybench) row=gemm seen=gemm ;;
    dataflow) row='linear 512' seen='linear 512' ;;
    boards | results) row='product 64' seen='product 64' ;;
    search\ *) row='GEMM 32' seen='GEMM 32' ;;
    *) return 1 ;;
  esac
}

# has_options TOOL WORD...: every option is one that the tool's help has.
has_options() {
  local tool=$1 word help
  shift
  help=$("$tool" --help 2>/dev/null)
  for word in "$@"; do
    word=${word#[}
    word=${word%]}
    [[ "$word" != --* || "$word" = --help ]] || grep -qF -- "${word%%=*}" <<<"$help" || complain "$shown: $(basename "$tool") has no option $word"
  done
}

# knows WORD: the launcher has that command, or the installed one has.
knows() { grep -qE -- "pom( |.*[|] )$1( |\$)" <<<"$usage" || complain "$shown: there is no command $1"; }

# has_preset NAME...: CMake knows them.
has_preset() {
  local name
  for name in "$@"; do grep -qF "\"$name\"" "$source/CMakePresets.json" || complain "$shown: there is no preset $name"; done
}

# tool COMMAND WORD...: one of those that ./pom builds on demand.
tool() {
  local row='' seen=''
  case "$1" in
    fuzz | qor) run_it "${!1}" "${@:2}" ;;
    bench)
      set -- --root "$source" "${@:2}"
      if [[ "$*" == *' --only '* ]]; then
        seen=${*: -1}
      elif row_of "${@:3}"; then
        set -- "$@" --no-verify --only "$row"
      fi
      run_it "$bench" "$@"
      grep -qF -- "$seen" said || complain "$shown prints no row $seen"
      ;;
  esac
}

# launcher COMMAND WORD...: what ./pom is told.
launcher() {
  case "$*" in
    run\ *)
      run_it "$(built "$2")" "${@:3}"
      grep -q 'written  out/' said || complain "$shown writes no design"
      ;;
    show | show\ *) run_it "$source/pom" "$@" ;;
    bench | *\ --help) tool "$@" ;;
    # A name in a sentence: without a number of cases nothing runs.
    fuzz\ --mistakes) has_options "$fuzz" --mistakes ;;
    fuzz\ * | qor\ * | bench\ *) tool "$@" ;;
    build | build\ --json) elsewhere tools/launcher_runs_test.sh '"$root/pom" --quiet build --json' ;;
    new\ saxpy) elsewhere tools/launcher_runs_test.sh '"$root/pom" new --json saxpy' ;;
    package | package\ --json) elsewhere install/package_contents.cmake 'cpack -G DEB' ;;
    help | help\ --json | --version) elsewhere tools/launcher_test.sh "$1" ;;
    # All tests: this is one of them. Those under sanitizers take an hour.
    test) ;;
    test\ --sanitize) has_preset asan tsan ;;
    test\ -R\ *) elsewhere CMakeLists.txt "add_test(NAME \${name} COMMAND \${name})" ;;
    # The name of a command, in a sentence.
    run | new | fuzz | qor) knows "$1" ;;
    *) complain "no test runs $shown" ;;
  esac
}

# A word in the place of which another one is written.
placeholder='(^|[ =[])(FILE|FILE\.mlir|PROGRAM\.cpp|DIRECTORY|NAME|COMMAND|ID|PASS|SECONDS|OUTPUT|<prefix>)|\['

# try COMMAND
try() {
  local words
  shown=$1
  # Where a shell would put the output is no matter here; quotes hold words together as they do in a shell.
  mapfile -t words < <(xargs -n1 printf '%s\n' <<<"${1%% > *}")
  if [[ "$1" =~ $placeholder ]]; then
    case "$1" in
      './pom COMMAND' | './pom --quiet COMMAND' | 'pom COMMAND') elsewhere tools/launcher_test.sh --quiet ;;
      './pom fuzz '* | './pom qor '* | './pom bench '*) has_options "${!words[1]}" "${words[@]:2}" ;;
      './pom '* | 'pom '*) knows "${words[1]}" ;;
      'pom-opt '*) has_options "$pom_opt" "${words[@]:1}" ;;
      'python3 '*) [ -e "$source/${words[1]}" ] || complain "$shown: there is no ${words[1]}" ;;
      'cmake --install '*) elsewhere install/install_and_use.cmake '--install ${BUILD} --prefix ${prefix}' ;;
      tests/*) [ -x "$source/${words[0]}" ] || complain "$shown is not there" ;;
      *) complain "no test runs $shown" ;;
    esac
    return
  fi
  case "$1" in
    './pom '*) launcher "${words[@]:1}" ;;
    'pom run /usr/share/doc/'*) elsewhere install/smoke_test_packages.sh "${1#pom }" ;;
    'pom '*) knows "${words[1]}" ;;
    'pom-fuzz '*) tool fuzz "${words[@]:1}" ;;
    'pom-qor '*) has_options "$qor" "${words[@]:1}" ;;
    'pom-opt out/'*) run_it "$pom_opt" "${words[@]:1}" ;;
    'pom-opt '*) has_options "$pom_opt" "${words[@]:1}" ;;
    'python3 '*) ! command -v python3 >/dev/null || run_it "${words[@]}" ;;
    'g++ '* | 'cd saxpy '*) elsewhere install/use_documents.sh in-your-project.md ;;
    'apt install ./'*) elsewhere install/smoke_test_packages.sh 'apt-get install -y --no-install-recommends /packages/*.deb' ;;
    'apt install graphviz') grep -q '^test_packages=.*graphviz' "$source/pom" || complain "$shown: ./pom test does not install it" ;;
    'cmake -P docs/'*) elsewhere architecture/CMakeLists.txt docs/generate_primitives.cmake ;;
    'cmake --preset release '*) has_preset release ;;
    *) complain "no test runs $shown" ;;
  esac
}

usage=$("$source/pom" help; sed -n "/^usage() {/,/^EOF/p" "$source/tools/pom")
# What `show`, pom-opt and the reader are told of.
"$examples/example_gemm" >/dev/null 2>&1 || complain "example_gemm fails"
count=0
while IFS= read -r command; do
  count=$((count + 1))
  try "$command"
done < <(for document in "$source"/{README,CONTRIBUTING,ROADMAP,tools/README,tests/qor/README,tests/fuzz/README,tests/fuzz/targets/README}.md \
  "$source"/docs/*.md "$source"/docs/*/*.md; do commands "$document"; done | awk '!seen[$0]++')
[ "$count" -ge 60 ] || complain "only $count commands stand in the documents"

# What `--json FILE` holds: one object.
shown=--json
for tool in "$fuzz --cases 2 --seed 7" "$qor --points tests/qor/points.jsonl --gold" "$bench --root $source paper --only 15"; do
  rm -f said.json
  # shellcheck disable=SC2086
  $tool --json said.json >said 2>&1 || complain "$tool --json ends with $?: $(tail -n 3 said)"
  [ "$(head -c 1 said.json)$(tail -c 2 said.json)" = '{}' ] || complain "$tool --json writes no object"
done

for tool in "$fuzz" "$qor" "$bench"; do
  "$tool" --help 2>/dev/null | grep -q "^usage: $(basename "$tool") " || complain "$(basename "$tool") --help says nothing"
  "$tool" --frobnicate >said 2>&1
  [ $? -eq 2 ] && grep -q -- "--frobnicate" said || complain "$(basename "$tool") does not name the argument that it does not know"
done
exit $failed
