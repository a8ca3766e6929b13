// pom-opt: annotated affine MLIR in; HLS C++, an estimate or what a pass made of it out.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "codegen/affine/text/parse_affine.hpp"
#include "codegen/hls/kernel.hpp"
#include "support/atomic_write.hpp"
#include "support/findings.hpp"
#include "support/record_event.hpp"
#include "support/words.hpp"
#include "tools/opt_arguments.hpp"
#include "tools/opt_estimate.hpp"
#include "tools/opt_passes.hpp"

namespace {

using pom::tools::OptArguments;

constexpr int input_is_wrong = 1, defect = 3;

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

void say(const OptArguments& arguments, const std::vector<pom::Diagnostic>& findings) {
  for (const pom::Diagnostic& finding : findings) {
    std::cerr << render(finding);
    if (arguments.json) std::cout << pom::finding_event(finding);
  }
}

int report(const OptArguments& arguments, const std::vector<pom::Diagnostic>& errors) {
  say(arguments, errors);
  return input_is_wrong;
}

/// The chip of the estimate.
pom::Result<pom::dse::devices::Device> find_device(const OptArguments& arguments) {
  if (auto device = pom::dse::devices::find_device(arguments.device)) return *std::move(device);
  const std::vector<std::string> known = pom::dse::devices::device_names();
  return pom::misspelt(
      pom::make_error("unknown-device",
                      "there is no device \"" + arguments.device + "\"\nknown devices: " + pom::join(known), {}),
      arguments.device, known);
}

pom::Result<std::string> make_output(const OptArguments& arguments, const pom::backend::AffineModule& module) {
  if (arguments.emit == "mlir" && !arguments.estimate && arguments.dump_after.empty()) return module.text();
  // What has a form in C++ can be imported and executed, too.
  auto kernel = pom::backend::emit_kernel(module, "");
  if (!kernel) return kernel;
  if (arguments.estimate || !arguments.dump_after.empty()) {
    const auto device = find_device(arguments);
    if (!device) return device.errors();
    if (arguments.estimate) {
      const auto made = pom::tools::estimate_module(module, *device, arguments);
      if (!made) return made.errors();
      say(arguments, made->warnings);
      return made->text;
    }
    pom::dse::devices::Target target;
    target.device = &*device;
    target.clock_ns = arguments.clock_ns;
    return pom::tools::dump_after(arguments.dump_after, module, target, arguments.sizes);
  }
  return arguments.emit == "header" ? pom::backend::emit_header(module) : kernel;
}

int run(const OptArguments& arguments) {
  std::string text;
  const std::string name = arguments.input == "-" ? "<stdin>" : arguments.input;
  if (!read_input(arguments.input, text))
    return report(arguments, {pom::make_error("cannot-read", "cannot read \"" + arguments.input + "\"", {})});
  pom::backend::CodegenContext context;
  const auto module = pom::backend::parse_affine(text, name, context);
  if (!module) return report(arguments, module.errors());
  const auto output = make_output(arguments, *module);
  if (!output) return report(arguments, output.errors());
  if (arguments.output == "-") {
    std::cout << *output;
    return std::cout.flush() ? 0 : input_is_wrong;
  }
  const pom::Status failed = pom::write_file_atomically(arguments.output, *output);
  return failed ? report(arguments, {*failed}) : 0;
}

}  // namespace

int main(int count, char** words) {
  OptArguments arguments;
  const int finished = pom::tools::parse_opt_arguments(count, words, arguments);
  if (finished >= 0) return finished;
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "pom-opt: internal error: " << error.what() << "\n";
    return defect;
  }
}
