# Debian packages of what is installed: the library, what programs are compiled with, and the tools. `./pom package` makes them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pom)
set(CPACK_PACKAGE_VENDOR "The libpom authors")
set(CPACK_PACKAGE_CONTACT "The libpom authors <maintainers@users.noreply.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Embedded DSL for high-level synthesis")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development tools)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
# What libpom.so and the tools link is found by dpkg-shlibdeps; libpom.so itself is in none of its databases yet.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libpom${POM_SOVERSION})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS g++)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "libpom's shared library
 Lowers loop programs and their schedules through a polyhedral IR and affine MLIR
 to HLS C++ for AMD FPGAs. Designs are verified with the host's C++ compiler.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpom-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpom${POM_SOVERSION} (= ${PROJECT_VERSION}), g++")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "headers of libpom
 With a CMake package (pom_add_kernel) and a pkg-config file.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME pom-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "libpom-dev (= ${PROJECT_VERSION}), pkg-config")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "cmake, graphviz, python3")
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "commands around libpom
 pom (compile and run a program, begin a project, show a report), pom-opt, pom-qor
 and a reader of reports in Python.")
include(CPack)
