#include "host_batch.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "codegen/execute/host.hpp"
#include "codegen/execute/temporary_directory.hpp"
#include "codegen/host_headers/host_headers.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/print/stream_call.hpp"

namespace pom::fuzz {

namespace fs = std::filesystem;

namespace {

std::string suffix(const Kernel& kernel) { return std::to_string(kernel.made.seed); }

/// "extern "C" void pom_entry_7(void** arguments)": one pointer per array.
std::string entry(const Kernel& kernel, const dsl::Function& program) {
  std::string arguments, before, behind;
  int next = 0;
  for (int a : program.array_arguments()) {
    const dsl::PortCall call = dsl::pass_to_kernel(program, a, "arguments[" + std::to_string(next) + "]");
    arguments += (next++ ? ", " : "") + call.argument;
    before += call.before;
    behind += call.behind;
  }
  return "extern \"C\" void pom_entry_" + suffix(kernel) + "(void** arguments) {\n" + before + "n" + suffix(kernel) +
         "::" + record(kernel.made)->name + "(" + arguments + ");\n" + behind + "}\n";
}

/// The vendor's headers that some kernel includes.
std::vector<backend::HostHeader> headers_of(const std::vector<Kernel>& kernels) {
  std::string all;
  for (const Kernel& kernel : kernels) all += kernel.text;
  return backend::host_headers_for(all);
}

/// The kernels' own includes are empty inside the namespaces, because the headers are included before.
std::string translation_unit(const std::vector<Kernel>& kernels, const std::vector<backend::HostHeader>& headers) {
  std::string text =
      "#include <cmath>\n#include <cstdint>\n#include <cstdlib>\n#include <cstring>\n#include <limits>\n#include "
      "<stdexcept>\n";
  for (const backend::HostHeader& header : headers) text += "#include \"" + header.name + "\"\n";
  for (const Kernel& kernel : kernels) {
    text += "namespace n" + suffix(kernel) + " {\n" + kernel.text + "}\n" + entry(kernel, *kernel.program);
  }
  return text;
}

/// "": compiled; else what the compiler said.
std::string compile(const std::vector<Kernel>& kernels, const fs::path& directory, const fs::path& library) {
  const fs::path source = directory / "kernels.cpp", output = directory / "output.txt";
  const std::vector<backend::HostHeader> headers = headers_of(kernels);
  for (const backend::HostHeader& header : headers) std::ofstream(directory / header.name) << header.text;
  std::ofstream(source) << translation_unit(kernels, headers);
  std::vector<std::string> words = backend::find_host_compiler();
  // As a verification has it: without -frounding-math, g++ 12 makes -x of 0.0 - x where x is a converted integer.
  words.insert(words.end(), {"-std=c++17", "-O0", "-ffp-contract=off", "-frounding-math",
                             "-fsanitize=undefined,float-cast-overflow",  // ends the run
                             "-fsanitize-undefined-trap-on-error", "-fPIC", "-shared", "-w", "-I" + directory.string(),
                             source, "-o", library});
  std::vector<char*> command;
  for (std::string& word : words) command.push_back(word.data());
  command.push_back(nullptr);
  posix_spawn_file_actions_t redirect;
  posix_spawn_file_actions_init(&redirect);
  posix_spawn_file_actions_addopen(&redirect, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&redirect, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, command[0], &redirect, nullptr, command.data(), environ);
  posix_spawn_file_actions_destroy(&redirect);
  int status = 0;
  if (failed || waitpid(child, &status, 0) != child) throw InternalError("the host's compiler does not start");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  std::ifstream said(output);
  return "the host's compiler ends with status " + std::to_string(status) + "\n" +
         std::string(std::istreambuf_iterator<char>(said), {});
}

std::vector<Finding> call(void* library, const Kernel& kernel) {
  const auto function = reinterpret_cast<void (*)(void**)>(dlsym(library, ("pom_entry_" + suffix(kernel)).c_str()));
  if (!function) throw InternalError("the compiled kernels have no entry for seed " + suffix(kernel));
  const auto program = record(kernel.made);
  dsl::Memory memory = initial_memory(kernel.made, *program);
  std::vector<void*> arguments;
  for (int array : program->array_arguments()) arguments.push_back(memory.arrays[array].data());
  try {
    function(arguments.data());
  } catch (const std::exception& stopped) {  // streams that end too early, or wait for ever
    return {{"host-stops", stopped.what()}};
  }
  const std::string difference = first_difference(*program, expected_memory(kernel.made, *program), memory, "HLS C++");
  if (difference.empty()) return {};
  return {{"host-differs", difference}};
}

/// One kernel at a time, to find those that the compiler rejects.
std::vector<std::vector<Finding>> run_each(const std::vector<Kernel>& kernels, const std::string& rejection,
                                           const std::function<void(std::uint64_t)>& announce) {
  if (kernels.size() == 1) return {{{"host-rejects", rejection}}};
  std::vector<std::vector<Finding>> findings;
  for (const Kernel& kernel : kernels) findings.push_back(run_on_host({kernel}, announce).front());
  return findings;
}

}  // namespace

std::vector<std::vector<Finding>> run_on_host(const std::vector<Kernel>& kernels,
                                              const std::function<void(std::uint64_t)>& announce) {
  if (kernels.empty()) return {};
  const backend::TemporaryDirectory directory;
  const fs::path library = directory.path() / "kernels.so";
  const std::string rejection = compile(kernels, directory.path(), library);
  if (!rejection.empty()) return run_each(kernels, rejection, announce);
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw InternalError(std::string("cannot load the compiled kernels: ") + dlerror());
  std::vector<std::vector<Finding>> findings;
  for (const Kernel& kernel : kernels) {
    announce(kernel.made.seed);
    findings.push_back(call(handle, kernel));
  }
  dlclose(handle);
  return findings;
}

}  // namespace pom::fuzz
