// pom-opt: annotated affine MLIR in, HLS C++ out.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "codegen/affine/text/parse_affine.hpp"
#include "codegen/hls/kernel.hpp"
#include "support/atomic_write.hpp"

namespace {

const char* const usage =
    "usage: pom-opt [INPUT.mlir | -] [-o OUTPUT] [--emit=hls|header|mlir]\n"
    "Reads a module of affine operations with pom attributes, verifies it and prints it as HLS C++ (default),\n"
    "as the header of its functions, or as MLIR. Exit status: 0 done, 1 the input is wrong, 2 the call is wrong.\n";

struct Arguments {
  std::string input = "-", output = "-", emit = "hls";
};

/// Fills the arguments; the exit status when there is nothing to do.
int parse_arguments(int count, char** words, Arguments& arguments) {
  constexpr int go_on = -1;
  bool has_input = false;
  for (int n = 1; n < count; ++n) {
    const std::string word = words[n];
    if (word == "--help" || word == "-h") {
      std::cout << usage;
      return 0;
    }
    if (word == "-o" && n + 1 < count) {
      arguments.output = words[++n];
    } else if (word == "--emit=hls" || word == "--emit=header" || word == "--emit=mlir") {
      arguments.emit = word.substr(7);
    } else if ((word[0] != '-' || word == "-") && !has_input) {
      arguments.input = word;
      has_input = true;
    } else {
      std::cerr << "pom-opt: unknown argument " << word << "\n" << usage;
      return 2;
    }
  }
  return go_on;
}

bool read_input(const std::string& path, std::string& text) {
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    return true;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return !in.bad();
}

int report(const std::vector<pom::Diagnostic>& errors) {
  for (const pom::Diagnostic& error : errors) std::cerr << render(error);
  return 1;
}

int run(const Arguments& arguments) {
  std::string text;
  if (!read_input(arguments.input, text)) {
    std::cerr << "pom-opt: cannot read " << arguments.input << "\n";
    return 1;
  }
  pom::backend::CodegenContext context;
  const auto module = pom::backend::parse_affine(text, arguments.input == "-" ? "<stdin>" : arguments.input, context);
  if (!module) return report(module.errors());
  const auto output = arguments.emit == "mlir"     ? pom::Result<std::string>(module->text())
                      : arguments.emit == "header" ? pom::backend::emit_header(*module)
                                                   : pom::backend::emit_kernel(*module, "");
  if (!output) return report(output.errors());
  if (arguments.output == "-") {
    std::cout << *output;
    return std::cout.flush() ? 0 : 1;
  }
  const pom::Status failed = pom::write_file_atomically(arguments.output, *output);
  return failed ? report({*failed}) : 0;
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  const int finished = parse_arguments(count, words, arguments);
  if (finished >= 0) return finished;
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "pom-opt: internal error: " << error.what() << "\n";
    return 3;
  }
}
