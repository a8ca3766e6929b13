# pom_add_kernel(<name> SOURCES <file>... [DEVICE <device>] [CLOCK <ns>] [ARGUMENTS <argument>...])
#
# Builds the program in SOURCES, which compiles a function of this name ("init("<name>")", codegen() or auto_DSE() into its
# default directory), and runs it whenever it has changed. The program may read what DEVICE and CLOCK say as POM_DEVICE (a
# string) and POM_CLOCK_NS (a number). Afterwards there are
#   <name>_design     a target that makes <build>/<name>/out/<name>: kernel, header, test bench, scripts for Vitis, report
#   <name>_kernel     a library for the host with the kernel; who links it includes <name>.h
#   <name>_testbench  the self-checking test bench, also as a test of that name where tests are enabled
# and the variable <name>_DIRECTORY.
function(pom_add_kernel name)
  cmake_parse_arguments(ARG "" "DEVICE;CLOCK" "SOURCES;ARGUMENTS" ${ARGN})
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pom_add_kernel(<name> SOURCES <file>... [DEVICE <device>] [CLOCK <ns>] [ARGUMENTS <argument>...])")
  endif()
  add_executable(${name}_program ${ARG_SOURCES})
  target_link_libraries(${name}_program PRIVATE pom::pom)
  if(ARG_DEVICE)
    target_compile_definitions(${name}_program PRIVATE "POM_DEVICE=\"${ARG_DEVICE}\"")
  endif()
  if(ARG_CLOCK)
    target_compile_definitions(${name}_program PRIVATE POM_CLOCK_NS=${ARG_CLOCK})
  endif()

  set(work ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(design ${work}/out/${name})
  file(MAKE_DIRECTORY ${work})
  # libpom leaves a file alone that would not change, so the build keeps a stamp of its own.
  add_custom_command(OUTPUT ${work}/made
    BYPRODUCTS ${design}/${name}.cpp ${design}/${name}.h ${design}/${name}_tb.cpp ${design}/report.json ${design}/report.html
    COMMAND ${name}_program ${ARG_ARGUMENTS}
    COMMAND ${CMAKE_COMMAND} -E touch ${work}/made
    DEPENDS ${name}_program WORKING_DIRECTORY ${work} COMMENT "Designing ${name}" VERBATIM)
  add_custom_target(${name}_design ALL DEPENDS ${work}/made)

  add_library(${name}_kernel STATIC EXCLUDE_FROM_ALL ${design}/${name}.cpp)
  add_executable(${name}_testbench EXCLUDE_FROM_ALL ${design}/${name}_tb.cpp)
  foreach(target IN ITEMS ${name}_kernel ${name}_testbench)
    add_dependencies(${target} ${name}_design)
    # As the design was verified: no fused multiply-adds, which would round once where the design rounds twice.
    target_compile_options(${target} PRIVATE -ffp-contract=off -w)
    target_include_directories(${target} PUBLIC ${design})
  endforeach()
  target_link_libraries(${name}_testbench PRIVATE ${name}_kernel)
  if(BUILD_TESTING)
    add_test(NAME ${name}_build_testbench
      COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${name}_testbench --config $<CONFIG>)
    set_tests_properties(${name}_build_testbench PROPERTIES FIXTURES_SETUP ${name}_testbench)
    add_test(NAME ${name}_testbench COMMAND ${name}_testbench)
    set_tests_properties(${name}_testbench PROPERTIES FIXTURES_REQUIRED ${name}_testbench)
  endif()
  set(${name}_DIRECTORY ${design} PARENT_SCOPE)
endfunction()
