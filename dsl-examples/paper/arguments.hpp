#pragma once
// What the programs of the paper share: "PROGRAM [size] [as-written|scheduled|auto]".
#include <cstdlib>
#include <iostream>
#include <string>

#include <pom/pom.hpp>

/// What to do with the program after its description.
enum class Mode {
  as_written,  ///< compile it without any schedule
  scheduled,   ///< compile it under the schedule that stands in the program
  automatic,   ///< let auto_DSE find one
};

struct Arguments {
  int size = 0;
  Mode mode = Mode::as_written;
};

/// Sizes that a program accepts: from `smallest`, in steps of `step`.
struct Sizes {
  int usual = 4096;
  int smallest = 8;
  int step = 1;
};

[[noreturn]] inline void reject(const std::string& program, const std::string& complaint) {
  std::cerr << program << ": " << complaint << "\nusage: " << program << " [size] [as-written|scheduled|auto]\n";
  std::exit(2);
}

inline int read_size(const std::string& program, const std::string& text, const Sizes& sizes) {
  constexpr int largest = 65536;
  const bool digits = !text.empty() && text.size() <= 6 && text.find_first_not_of("0123456789") == std::string::npos;
  const int size = digits ? std::stoi(text) : 0;
  if (!digits || size < sizes.smallest || size > largest || size % sizes.step != 0) {
    std::string range = std::to_string(sizes.smallest) + " to " + std::to_string(largest);
    if (sizes.step > 1) range += ", a multiple of " + std::to_string(sizes.step);
    reject(program, "the size is a whole number from " + range + ", not \"" + text + "\"");
  }
  return size;
}

inline Arguments read_arguments(const std::string& program, int argc, char** argv, const Sizes& sizes = {}) {
  Arguments arguments{sizes.usual, Mode::as_written};
  if (argc > 3) reject(program, "too many arguments");
  if (argc > 1) arguments.size = read_size(program, argv[1], sizes);
  if (argc > 2) {
    const std::string mode = argv[2];
    if (mode == "scheduled") {
      arguments.mode = Mode::scheduled;
    } else if (mode == "auto") {
      arguments.mode = Mode::automatic;
    } else if (mode != "as-written") {
      reject(program, "unknown mode \"" + mode + "\"");
    }
  }
  return arguments;
}

/// Compiles the implicit function into out/<program>/.
inline void compile_program(const std::string& program, const Arguments& arguments) {
  const std::string path = "out/" + program;
  if (arguments.mode == Mode::automatic) {
    pom::auto_DSE(path);
  } else {
    pom::codegen(path);
  }
}
