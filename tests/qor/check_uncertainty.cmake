# The quantiles of upper bounds are those of the errors that the estimator makes today.
#   cmake -DQOR=… -DROOT=… -DWORK=… -P check_uncertainty.cmake
set(kept dse/devices/accuracy/uncertainty.json)
set(command --points tests/qor/points.jsonl --gold --calibrate)
file(REMOVE ${WORK})
execute_process(COMMAND ${QOR} ${command} ${WORK} WORKING_DIRECTORY ${ROOT} OUTPUT_QUIET ERROR_VARIABLE error RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "pom-qor ended with status ${status}: ${error}")
endif()

# `source` names the file that a run writes.
foreach(name now shipped)
  if(name STREQUAL now)
    file(READ ${WORK} text)
  else()
    file(READ ${ROOT}/${kept} text)
  endif()
  string(JSON ${name} REMOVE "${text}" source)
endforeach()
if(NOT now STREQUAL shipped)
  message(FATAL_ERROR "${kept} is not what its command writes; run in the repository\n"
    "  ./pom qor --points tests/qor/points.jsonl --gold --calibrate ${kept}\nand look at what else changes: upper bounds are in goldens")
endif()
