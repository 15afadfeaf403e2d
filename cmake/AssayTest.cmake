# Tests with Assay in projects of CMake. They are run by ctest, after enable_testing(); what
# they find is kept, and tried first the next time, in the folder STORE, by default .assay in
# the build folder.

# A test program of properties, models or simulations:
#
#   assay_add_test(NAME SOURCE... [LIBRARIES TARGET...] [ARGS ARGUMENT...] [STORE FOLDER])
function(assay_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "STORE" "LIBRARIES;ARGS")
  if(NOT arg_STORE)
    set(arg_STORE "${CMAKE_CURRENT_BINARY_DIR}/.assay")
  endif()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} Assay::assay)
  add_test(NAME ${name} COMMAND ${name} "--store=${arg_STORE}" ${arg_ARGS})
endfunction()

# The contracts of C functions, tested by `assay check`. TARGET has their include folders and
# definitions:
#
#   assay_add_check(NAME SOURCE... [TARGET TARGET] [ARGS ARGUMENT...] [STORE FOLDER])
function(assay_add_check name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;STORE" "ARGS")
  if(NOT arg_STORE)
    set(arg_STORE "${CMAKE_CURRENT_BINARY_DIR}/.assay")
  endif()
  set(flags "")
  if(arg_TARGET)
    set(includes "$<TARGET_PROPERTY:${arg_TARGET},INCLUDE_DIRECTORIES>")
    set(defines "$<TARGET_PROPERTY:${arg_TARGET},COMPILE_DEFINITIONS>")
    set(flags -- "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>"
                 "$<$<BOOL:${defines}>:-D$<JOIN:${defines},$<SEMICOLON>-D>>")
  endif()
  add_test(NAME ${name}
    COMMAND Assay::command check "--store=${arg_STORE}" ${arg_ARGS} ${arg_UNPARSED_ARGUMENTS} ${flags}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMAND_EXPAND_LISTS)
endfunction()

# A program or library whose contracts are checked while it runs:
#
#   assay_check_contracts(TARGET)
#
# For a whole project it is simpler to configure with CC="assay cc".
function(assay_check_contracts target)
  get_target_property(command Assay::command IMPORTED_LOCATION)
  set_target_properties(${target} PROPERTIES
    C_COMPILER_LAUNCHER "${command};cc;--assay-launch")
  target_link_libraries(${target} PRIVATE Assay::assay)
endfunction()
