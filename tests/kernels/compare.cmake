cmake_minimum_required(VERSION 3.25)
# Compiles a generated kernel with its reference and runs both on the same contents.
# -DCOMPILER= -DNAME= -DKERNEL= (the kernel's directory) -DREFERENCE= (the references' directory) -DHEADERS= (the number types')
set(program ${KERNEL}/../../${NAME}_reference)
execute_process(COMMAND ${COMPILER} -std=c++14 -O1 -fsanitize=undefined -fno-sanitize-recover=all -c ${KERNEL}/${NAME}.cpp
  -I${HEADERS} -o ${program}_kernel.o RESULT_VARIABLE status)
if(status EQUAL 0)
  execute_process(COMMAND ${COMPILER} -std=c++17 -O1 -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover=all
    ${REFERENCE}/${NAME}_reference.cpp ${program}_kernel.o -I${KERNEL} -I${HEADERS} -o ${program} RESULT_VARIABLE status)
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the kernel or its reference does not compile")
endif()
execute_process(COMMAND ${program} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the kernel does not agree with its reference")
endif()
