# Runs PROGRAM with POM_DUMP in WORK and compares the stages of the last function that it compiled with the files in GOLDEN.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} -E env POM_DUMP=${WORK}/stages ${PROGRAM} WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE output
  ERROR_VARIABLE output RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the program failed:\n${output}")
endif()

set(stages 02-01-graph.dot:graph.dot 02-graph.txt:graph.txt 03-schedule.txt:scop.txt 04-loops.txt:loops.txt 05-affine.mlir:affine.mlir
  06-kernel.cpp:kernel.cpp)
foreach(stage ${stages})
  string(REPLACE ":" ";" pair ${stage})
  list(GET pair 0 dumped)
  list(GET pair 1 golden)
  file(READ ${WORK}/stages/${dumped} actual)
  if(DEFINED ENV{POM_UPDATE_GOLDEN})
    file(WRITE ${GOLDEN}/${golden} "${actual}")
  endif()
  if(NOT EXISTS ${GOLDEN}/${golden})
    message(FATAL_ERROR "there is no golden ${GOLDEN}/${golden}; read ${WORK}/stages/${dumped} and run again with POM_UPDATE_GOLDEN=1")
  endif()
  file(READ ${GOLDEN}/${golden} expected)
  if(NOT actual STREQUAL expected)
    execute_process(COMMAND diff -u ${GOLDEN}/${golden} ${WORK}/stages/${dumped} OUTPUT_VARIABLE difference)
    message(SEND_ERROR "${golden} differs:\n${difference}")
  endif()
endforeach()

# MLIR's own tool, which does not know the pom dialect, accepts the module.
if(MLIR_OPT)
  execute_process(COMMAND ${MLIR_OPT} --allow-unregistered-dialect ${WORK}/stages/05-affine.mlir OUTPUT_QUIET ERROR_VARIABLE refusal
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "mlir-opt refuses the module:\n${refusal}")
  endif()
else()
  message(FATAL_ERROR "mlir-opt-19 is missing (package mlir-19-tools)")
endif()
