# Makes the Debian packages of BUILD and looks into them; nothing is installed. That they work on a clean system is tried by
# smoke_test_packages.sh, which needs root and a mirror.
if(NOT SHLIBDEPS OR NOT DPKG_DEB)
  message(FATAL_ERROR "skipped: dpkg-dev is not installed")
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
execute_process(COMMAND ${bin}/cpack -G DEB --config ${BUILD}/CPackConfig.cmake -B ${WORK} WORKING_DIRECTORY ${BUILD}
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "cpack ends with ${status}:\n${said}")
endif()

# package(<name> FIELDS <regular expressions> FILES <paths> NOT <paths>)
function(package name)
  cmake_parse_arguments(ARG "" "" "FIELDS;FILES;NOT" ${ARGN})
  file(GLOB deb ${WORK}/${name}_*.deb)
  execute_process(COMMAND ${DPKG_DEB} -f ${deb} OUTPUT_VARIABLE fields RESULT_VARIABLE status)
  execute_process(COMMAND ${DPKG_DEB} -c ${deb} OUTPUT_VARIABLE contents)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "there is no package ${name}")
  endif()
  foreach(field IN LISTS ARG_FIELDS)
    if(NOT fields MATCHES "${field}")
      message(SEND_ERROR "${name}: no field is like ${field}:\n${fields}")
    endif()
  endforeach()
  foreach(path IN LISTS ARG_FILES)
    if(NOT contents MATCHES " \\./usr/${path}")
      message(SEND_ERROR "${name} lacks ${path}:\n${contents}")
    endif()
  endforeach()
  foreach(path IN LISTS ARG_NOT)
    if(contents MATCHES "${path}")
      message(SEND_ERROR "${name} holds ${path}:\n${contents}")
    endif()
  endforeach()
endfunction()

package(libpom0 FIELDS "Depends: [^\n]*libmlir-19" "Depends: [^\n]*libisl23" "Recommends: [^\n]*g\\+\\+"
  FILES "lib[^\n]*/libpom\\.so\\.0 ->" "share/doc/libpom0/copyright" NOT "usr/include" "libpom\\.so ->")
package(libpom-dev FIELDS "Depends: [^\n]*libpom0 \\(= " FILES "include/pom/pom\\.hpp" "lib[^\n]*/libpom\\.so ->" "lib[^\n]*/cmake/pom/PomAddKernel\\.cmake"
  "lib[^\n]*/pkgconfig/pom\\.pc" NOT "usr/bin")
package(pom-tools FIELDS "Depends: [^\n]*libpom-dev \\(= " FILES "bin/pom\n" "bin/pom-opt" "bin/pom-qor" "share/pom/pom_report\\.py" "share/pom/new/CMakeLists\\.txt\\.in"
  "share/pom/schema/report\\.schema\\.json" "share/pom/schema/devices/device\\.json" "share/pom/schema/boards/board\\.json"
  "share/doc/pom-tools/docs/calls\\.md" "share/doc/pom-tools/docs/report\\.png" "share/doc/pom-tools/dsl-examples/lesson_01_one_statement\\.cpp"
  "share/man/man1/pom\\.1" "share/man/man1/pom-opt\\.1" "share/man/man1/pom-qor\\.1" NOT "usr/include")
