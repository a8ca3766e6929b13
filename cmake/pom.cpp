// libpom.so is made of the layer libraries alone; CMake wants one source of its own.
