# pom_static_library(<target> SOURCES <file>... [USES <target>...])
# One folder, one static library. Links are PRIVATE and includes are spelled from the repository's top ("dsl/…" from src/),
# so what a layer does not name in USES it cannot link; tests/architecture holds the includes to the same order.
function(pom_static_library target)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(${target} STATIC ${ARG_SOURCES})
  pom_compile_settings(${target})
  target_link_libraries(${target} PRIVATE ${ARG_USES})
  # A whole room at once, as far as its rebuilding after a change stays bearable.
  math(EXPR batch "3 * ${POM_UNITY}")
  pom_compile_together(${target} ${batch})
endfunction()

# pom_layer(<target> [COLD] SOURCES <file>... [USES <target>...]): a static library that libpom.so is made of.
# COLD: nearly all of its time passes in isl or MLIR, or it has none to speak of. Compiling it with -Og takes half the time, and
# a first run waits for the compiler. Searches and estimates, and what executes programs, are not.
function(pom_layer target)
  cmake_parse_arguments(LAYER "COLD" "" "" ${ARGN})
  pom_static_library(${target} ${LAYER_UNPARSED_ARGUMENTS})
  if(LAYER_COLD)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  endif()
  # Nobody replaces a layer's functions at run time, so they may be inlined although they become part of a shared library:
  # auto_DSE takes 10 to 25 % less time.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  set_property(GLOBAL APPEND PROPERTY POM_LAYERS ${target})
endfunction()

# pom_compile_together(<target> <number>): as many sources of the target become one translation unit, unless POM_UNITY is 1. Headers, isl's and MLIR's above all,
# are most of what the compiler reads, and are then read once for all of them.
function(pom_compile_together target number)
  if(POM_UNITY GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${number})
  endif()
endfunction()

# The sanitizers of the presets asan and tsan, for a program that is compiled as a user's: what links an instrumented library
# has to carry their run time. Such a program is calls of the library; to instrument them too would double what a thousand
# programs take to compile.
function(pom_link_sanitizers target)
  if(POM_SANITIZE)
    target_link_options(${target} PRIVATE -fsanitize=${POM_SANITIZE})
  endif()
endfunction()

# pom_user_program(<target> <file>): a program against the public headers and libpom.so alone. What it says is said once:
# optimising it takes a third of the time to compile it.
function(pom_user_program target source)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE pom::pom)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -O0)
  pom_link_sanitizers(${target})
endfunction()

# The sanitizers of the library, its tools and tests.
function(pom_sanitize target)
  if(POM_SANITIZE)
    # With sanitizers g++ 12 takes its own <regex> for uninitialised.
    target_compile_options(${target} PRIVATE -fsanitize=${POM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
      -Wno-maybe-uninitialized)
    pom_link_sanitizers(${target})
  endif()
endfunction()

# Warnings, include roots and sanitizers: the same for layers, tools and tests.
function(pom_compile_settings target)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  # -Wrestrict: g++ 12 warns of std::string concatenation without reason (GCC bug 105651).
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-restrict)
  pom_sanitize(${target})
  if(POM_BUILD_FUZZERS)
    # Coverage for libFuzzer in every layer; only the fuzz targets link its main. The first undefined behaviour ends the run.
    set(fuzzing -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
    # clang's warnings are another compiler's opinion; the ordinary builds decide what is an error.
    target_compile_options(${target} PRIVATE ${fuzzing} -fno-omit-frame-pointer -Wno-error -Wno-unknown-warning-option)
    target_link_options(${target} PRIVATE ${fuzzing})
  endif()
endfunction()

# The libraries behind the layers, for what is linked into a program or a shared library. isl comes first: libLLVM carries an isl of
# its own (Polly's, another version) and exports its symbols.
function(pom_link_externals target)
  target_link_libraries(${target} PRIVATE ${ISL_LINK_LIBRARIES} MLIR LLVM ${CMAKE_DL_LIBS})
endfunction()

# MLIR's headers, without their warnings. Only codegen's targets call this.
function(pom_use_mlir target)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_link_libraries(${target} PRIVATE MLIR LLVM)
endfunction()
