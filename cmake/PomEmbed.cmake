# pom_embed(<array> <folder>): appends to the variable `embedded` an array with all the folder's JSON files, in alphabetical order,
# as strings. So an installed libpom needs no data path. What includes the text must know `EmbeddedFile`, a name without .json and
# a text.
macro(pom_embed array folder)
  file(GLOB json_files CONFIGURE_DEPENDS ${folder}/*.json)
  list(LENGTH json_files count)
  string(APPEND embedded "inline constexpr std::array<EmbeddedFile, ${count}> ${array} = {{\n")
  foreach(file IN LISTS json_files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND embedded "{\"${name}\", R\"json(${text})json\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  string(APPEND embedded "}};\n")
endmacro()
