# Installs BUILD under WORK and uses it in two ways.
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
