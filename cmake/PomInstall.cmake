# One shared library, libpom.so, out of all layers: a user links nothing else and needs no header but the standard library's.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY POM_LAYERS)
list(TRANSFORM layers PREPEND "$<TARGET_OBJECTS:" OUTPUT_VARIABLE objects)
list(TRANSFORM objects APPEND ">")
add_library(pom SHARED ${PROJECT_SOURCE_DIR}/cmake/pom.cpp ${objects})
add_library(pom::pom ALIAS pom)
pom_compile_settings(pom)
target_include_directories(pom INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(pom INTERFACE cxx_std_20)
pom_link_externals(pom)
# Counts what breaks programs that were compiled, not versions (docs/in-your-project.md); the Debian package is named by it.
set(POM_SOVERSION 0)
set_target_properties(pom PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${POM_SOVERSION} INSTALL_RPATH ${LLVM_LIBRARY_DIR})
# Sanitizers and fuzzers look into everything; users see the public interface only.
if(NOT POM_SANITIZE AND NOT POM_BUILD_FUZZERS)
  target_link_options(pom PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/libpom.map")
  set_target_properties(pom PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/libpom.map)
endif()

# A package installs what its targets made; it does not build the tests first.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pom)
install(TARGETS pom EXPORT pom-targets LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT pom-targets NAMESPACE pom:: DESTINATION ${config_dir} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pom-config.cmake.in ${PROJECT_BINARY_DIR}/pom-config.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pom-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(${PROJECT_SOURCE_DIR}/cmake/PomAddKernel.cmake ${PROJECT_BINARY_DIR}/PomAddKernel.cmake COPYONLY)
install(FILES ${PROJECT_BINARY_DIR}/pom-config.cmake ${PROJECT_BINARY_DIR}/pom-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/PomAddKernel.cmake DESTINATION ${config_dir} COMPONENT development)
# A project may also use the build directory as it is.
export(EXPORT pom-targets NAMESPACE pom:: FILE ${PROJECT_BINARY_DIR}/pom-targets.cmake)

# pkg-config finds everything from where its file stands, so that the prefix may move.
file(RELATIVE_PATH POM_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/pom.pc.in ${PROJECT_BINARY_DIR}/pom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The command `pom` of an installed libpom, what it needs, and the reader in Python.
install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/pom DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
install(FILES ${PROJECT_SOURCE_DIR}/tools/man/pom.1 ${PROJECT_SOURCE_DIR}/tools/man/pom-opt.1 ${PROJECT_SOURCE_DIR}/tools/man/pom-qor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
  COMPONENT tools)
install(FILES ${PROJECT_SOURCE_DIR}/tools/commands.sh ${PROJECT_SOURCE_DIR}/tools/pom_report.py DESTINATION ${CMAKE_INSTALL_DATADIR}/pom
  COMPONENT tools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/new ${PROJECT_SOURCE_DIR}/tools/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/pom COMPONENT tools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/dse/devices/schema/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pom/schema/devices COMPONENT tools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/dse/boards/schema/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pom/schema/boards COMPONENT tools)
set(packages libpom${POM_SOVERSION} libpom-dev pom-tools)
set(components runtime development tools)
foreach(package component IN ZIP_LISTS packages components)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()
# The documents and the lessons lie to each other as in the source tree, so that links and paths in them lead somewhere.
set(documents ${CMAKE_INSTALL_DATADIR}/doc/pom-tools)
foreach(document README.md CHANGELOG.md CONTRIBUTING.md ROADMAP.md LICENSE)
  install(FILES ${PROJECT_SOURCE_DIR}/${document} DESTINATION ${documents} COMPONENT tools)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/dsl-examples DESTINATION ${documents} COMPONENT tools
  PATTERN "*.cmake" EXCLUDE PATTERN CMakeLists.txt EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/tools/README.md DESTINATION ${documents}/tools COMPONENT tools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/schema DESTINATION ${documents}/tools COMPONENT tools)
