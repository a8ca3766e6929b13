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
set_target_properties(pom PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 INSTALL_RPATH ${LLVM_LIBRARY_DIR})

install(TARGETS pom EXPORT pom-targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT pom-targets NAMESPACE pom:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pom)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pom-config.cmake.in ${PROJECT_BINARY_DIR}/pom-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pom)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pom-config.cmake ${PROJECT_BINARY_DIR}/pom-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pom)
