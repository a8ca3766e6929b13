# Installs BUILD under WORK and uses it in the ways that docs/in-your-project.md names.
function(run)
  cmake_parse_arguments(ARG "" "DIRECTORY" "COMMAND" ${ARGN})
  execute_process(COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${ARG_DIRECTORY} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed: ${ARG_COMMAND}\n${output}")
  endif()
endfunction()

function(require path)
  if(NOT EXISTS ${path})
    message(FATAL_ERROR "${path} is missing")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/run)
set(prefix ${WORK}/prefix)
run(DIRECTORY ${WORK} COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
require(${prefix}/bin/pom-opt)

set(sanitize "")
if(SANITIZE)
  set(sanitize -fsanitize=address,undefined)
endif()

# A project that finds the package.
run(DIRECTORY ${WORK} COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/consumer -B ${WORK}/consumer -DCMAKE_PREFIX_PATH=${prefix}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${sanitize})
run(DIRECTORY ${WORK} COMMAND ${CMAKE_COMMAND} --build ${WORK}/consumer)
run(DIRECTORY ${WORK}/run COMMAND ${WORK}/consumer/consumer)
require(${WORK}/run/project/consumer.cpp)
require(${WORK}/run/project/report.json)

# A program for the first release: one include directory and -lpom.
run(DIRECTORY ${WORK} COMMAND ${COMPILER} -std=c++20 ${sanitize} ${SOURCE}/consumer/first_release.cpp -I${prefix}/include/pom/compat
  -L${prefix}/${LIBDIR} -lpom -Wl,-rpath,${prefix}/${LIBDIR} -o ${WORK}/first_release)
run(DIRECTORY ${WORK}/run COMMAND ${WORK}/first_release)
require(${WORK}/run/old_project/old.cpp)

# The installed pom-opt turns the project's module into the same kernel, but for the header's name.
run(DIRECTORY ${WORK}/run COMMAND ${prefix}/bin/pom-opt project/consumer.mlir -o again.cpp)
require(${WORK}/run/again.cpp)

# What pkg-config says is enough for a compiler.
find_program(PKG_CONFIG pkg-config)
set(libraries ${prefix}/${LIBDIR})
execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${libraries}/pkgconfig ${PKG_CONFIG} --cflags --libs pom
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "pkg-config does not know libpom")
endif()
separate_arguments(flags UNIX_COMMAND "${flags}")
run(DIRECTORY ${WORK} COMMAND ${COMPILER} ${sanitize} ${SOURCE}/consumer/main.cpp ${flags} -Wl,-rpath,${libraries} -o ${WORK}/by_pkg_config)

# The installed command compiles and runs a program, and begins a project that builds at once: its design, and its test bench as a test.
set(pom ${CMAKE_COMMAND} -E env CXX=${COMPILER} ${prefix}/bin/pom)
if(NOT SANITIZE)
  file(MAKE_DIRECTORY ${WORK}/command)
  run(DIRECTORY ${WORK}/command COMMAND ${pom} run ${SOURCE}/consumer/main.cpp)
  require(${WORK}/command/project/report.html)
  foreach(words "help" "run;--help" "show;--help" "new;-h")
    execute_process(COMMAND ${pom} ${words} OUTPUT_VARIABLE said RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT said MATCHES "pom [a-z]+ ")
      message(FATAL_ERROR "pom ${words} ends with ${status} and says: ${said}")
    endif()
  endforeach()
  run(DIRECTORY ${WORK}/command COMMAND ${pom} new saxpy)
  set(project ${WORK}/command/saxpy)
  run(DIRECTORY ${project} COMMAND ${CMAKE_COMMAND} -G Ninja -S . -B build -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER})
  run(DIRECTORY ${project} COMMAND ${CMAKE_COMMAND} --build build)
  run(DIRECTORY ${project} COMMAND ${CMAKE_CTEST_COMMAND} --test-dir build --no-tests=error)
  require(${project}/build/saxpy/out/saxpy/report.html)
  # Built again, nothing is left to do; with another clock the design is another one.
  execute_process(COMMAND ${CMAKE_COMMAND} --build build WORKING_DIRECTORY ${project} OUTPUT_VARIABLE again)
  if(NOT again MATCHES "no work to do")
    message(FATAL_ERROR "a second build designs again:\n${again}")
  endif()
  file(READ ${project}/CMakeLists.txt lists)
  string(REPLACE "CLOCK 10" "CLOCK 4" lists "${lists}")
  file(WRITE ${project}/CMakeLists.txt "${lists}")
  run(DIRECTORY ${project} COMMAND ${CMAKE_COMMAND} --build build)
  file(READ ${project}/build/saxpy/out/saxpy/report.json report)
  string(JSON clock GET "${report}" clock_ns)
  if(NOT clock EQUAL 4)
    message(FATAL_ERROR "CLOCK 4 does not reach the program: ${clock} ns")
  endif()
endif()

# The installed documents, and what they say to do.
if(NOT SANITIZE)
  run(DIRECTORY ${WORK} COMMAND bash ${SOURCE}/use_documents.sh ${prefix} ${SOURCE}/../docs ${COMPILER} ${WORK}/documents)
endif()

# The library has a soname, and shows nothing but the public headers' names.
find_program(NM nm)
find_program(OBJDUMP objdump)
execute_process(COMMAND ${OBJDUMP} -p ${libraries}/libpom.so OUTPUT_VARIABLE headers)
if(NOT headers MATCHES "SONAME +libpom\\.so\\.0\n")
  message(FATAL_ERROR "libpom.so has another soname than libpom.so.0")
endif()
if(NOT SANITIZE)
  execute_process(COMMAND ${NM} -DC --defined-only ${libraries}/libpom.so OUTPUT_VARIABLE symbols)
  string(REPLACE ";" "," symbols "${symbols}")
  string(REPLACE "\n" ";" symbols "${symbols}")
  foreach(symbol IN LISTS symbols)
    if(symbol AND (NOT symbol MATCHES "^[0-9a-f]+ [A-Za-z] (pom::|typeinfo (name )?for pom::|vtable for pom::)" OR
       symbol MATCHES "^[0-9a-f]+ [A-Za-z] pom::(dse|poly|dsl|backend|driver|graph|ir)::"))
      message(SEND_ERROR "libpom.so shows what is no part of the public headers: ${symbol}")
    endif()
  endforeach()
endif()
