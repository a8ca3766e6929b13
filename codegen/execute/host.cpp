#include "codegen/execute/host.hpp"

#include "codegen/execute/temporary_directory.hpp"
#include "codegen/host_headers/host_headers.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/print/stream_call.hpp"
#include "support/child_process.hpp"
#include "support/findings.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>

namespace pom::backend {

namespace fs = std::filesystem;

namespace {

bool is_executable(const std::string& command) {
  if (command.find('/') != std::string::npos) return access(command.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::string directories = path ? path : "";
  for (std::size_t begin = 0; begin <= directories.size();) {
    const std::size_t end = std::min(directories.find(':', begin), directories.size());
    if (access((directories.substr(begin, end - begin) + "/" + command).c_str(), X_OK) == 0) return true;
    begin = end + 1;
  }
  return false;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This process's environment, with another place for temporary files: a compiler that is killed leaves its own ones.
std::vector<std::string> environment_with_temporary(const fs::path& directory) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; ++variable) {
    if (std::string_view(*variable).substr(0, 7) != "TMPDIR=") variables.emplace_back(*variable);
  }
  variables.push_back("TMPDIR=" + directory.string());
  return variables;
}

/// A compiler gets so many seconds: ten times what the largest kernel that is accepted takes. One that waits for a
/// licence or for a machine that is gone waits for ever.
constexpr std::chrono::seconds most_compiler_time{300};

void write(const fs::path& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (out.flush()) return;
  const std::string where = path.parent_path().parent_path().string();
  throw CompileError({make_error("cannot-write", "cannot write the kernel's files in \"" + where + "\"", {})});
}

/// What a compiler's files of the largest kernel that is accepted take, twice.
constexpr std::uintmax_t compiler_bytes = 16 << 20;

/// A compiler that finds no room for its files says of any program that it is wrong.
void check_room(const fs::path& directory) {
  std::error_code unknown;
  const fs::space_info space = fs::space(directory, unknown);
  if (unknown || space.available >= compiler_bytes) return;
  throw CompileError({make_error("cannot-write",
                                 "the compiler cannot write its files in \"" + directory.parent_path().string() +
                                     "\": " + std::to_string(space.available) + " bytes are free there",
                                 {})});
}

/// Runs a program without a shell; its output goes to a file. Returns its exit status, -1 when it did not run to the
/// end; then the output says why.
int run_command(std::vector<std::string> command, const fs::path& output) {
  const KnownChildren known;
  std::vector<std::string> variables = environment_with_temporary(output.parent_path());
  const std::vector<char*> arguments = pointers_to(command), environment = pointers_to(variables);
  posix_spawn_file_actions_t redirect;
  posix_spawn_file_actions_init(&redirect);
  posix_spawn_file_actions_addopen(&redirect, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&redirect, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &redirect, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&redirect);
  if (failed) {
    write(output, "it cannot be started: " + std::generic_category().message(failed));
    return -1;
  }
  const ChildEnd end = wait_for(child, most_compiler_time);
  if (!end.in_time) write(output, "it did not end within " + std::to_string(most_compiler_time.count()) + " seconds");
  return end.status;
}

std::string read(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The compiler's exit status; what it says goes to `output`. Headers stand beside the library.
int make_library(const std::vector<std::string>& compiler, const std::vector<fs::path>& sources,
                 const fs::path& library, const fs::path& output) {
  std::vector<std::string> command = compiler;
  command.insert(command.end(), {"-std=c++17", "-O1", "-ffp-contract=off", "-frounding-math", "-fPIC", "-shared", "-w",
                                 "-I" + library.parent_path().string()});
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), {"-o", library.string()});
  return run_command(std::move(command), output);
}

/// The host's compiler as words; what is wrong with it goes to `run`.
std::vector<std::string> usable_compiler(HostRun& run) {
  std::vector<std::string> compiler = find_host_compiler();
  if (compiler.empty()) {
    run = {HostOutcome::no_compiler, "there is no C++ compiler to run the HLS C++ with"};
  } else if (!is_executable(compiler[0])) {
    run = {HostOutcome::no_compiler, "the compiler \"" + compiler[0] + "\", which CXX names, cannot be run"};
    compiler.clear();
  }
  return compiler;
}

/// "extern "C"" entry point that unpacks one pointer per argument.
std::string wrapper(const dsl::Function& program) {
  std::string arguments;
  int next = 0;
  const auto add = [&](const std::string& pointer_type, bool by_value) {
    arguments += (arguments.empty() ? "" : ", ") + std::string(by_value ? "*" : "") + "reinterpret_cast<" +
                 pointer_type + ">(pom_arguments[" + std::to_string(next++) + "])";
  };
  for (int scalar : program.scalar_arguments()) add(dsl::cpp_type(program.scalars[scalar]->type) + "*", true);
  std::string result, before, behind;
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.returned) {
      result =
          "*reinterpret_cast<" + dsl::cpp_type(declared.type) + "*>(pom_arguments[" + std::to_string(next++) + "]) = ";
      continue;
    }
    const std::string place = "pom_arguments[" + std::to_string(next++) + "]";
    const dsl::PortCall call = dsl::pass_to_kernel(program, array, place);
    arguments += (arguments.empty() ? "" : ", ") + call.argument;
    before += call.before;
    behind += call.behind;
  }
  return "#include <cstdlib>\n#include <cstring>\n#include <stdexcept>\n#include \"" + program.name +
         ".h\"\n\nextern \"C\" void pom_entry(void** pom_arguments) {\n" + before + result + program.name + "(" +
         arguments + ");\n" + behind + "}\n";
}

}  // namespace

std::vector<std::string> find_host_compiler() {
  const char* chosen = std::getenv("CXX");
  std::istringstream text(chosen ? chosen : "");
  const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  if (!words.empty()) return words;
  for (const char* candidate : {"c++", "g++", "clang++"}) {
    if (is_executable(candidate)) return {candidate};
  }
  return {};
}

HostKernel::HostKernel(const std::string& kernel, const std::string& header, const dsl::Function& program)
    : program_(program) {
  const std::vector<std::string> compiler = usable_compiler(compiled_);
  if (compiler.empty()) return;
  const TemporaryDirectory directory;
  const fs::path source = directory.path() / (program.name + ".cpp"), entry = directory.path() / "pom_entry.cpp";
  const fs::path library = directory.path() / "kernel.so", output = directory.path() / "output.txt";
  write(source, kernel);
  write(directory.path() / (program.name + ".h"), header);
  write(entry, wrapper(program));
  for (const HostHeader& needed : host_headers_for(header + kernel)) write(directory.path() / needed.name, needed.text);
  if (make_library(compiler, {source, entry}, library, output) == 0) {
    load(library, compiler[0]);  // the loaded library outlives its file
    return;
  }
  check_room(directory.path());
  compiled_ = {HostOutcome::rejected, read(output)};
  const fs::path probe = directory.path() / "pom_probe.cpp", beside = directory.path() / "pom_beside.cpp";
  write(probe, "int pom_probe;\n");
  write(beside, "int pom_beside;\n");
  if (make_library(compiler, {probe, beside}, library, output) == 0) return;
  const std::string said = read(output);
  compiled_ = {HostOutcome::no_compiler, "the host's compiler \"" + compiler[0] +
                                             "\" fails on any program; let CXX name another one" +
                                             (said.empty() ? "" : "\n" + said)};
}

HostKernel::~HostKernel() {
  if (library_) dlclose(library_);
}

/// A compiler for another machine, or one that does nothing, makes what cannot be loaded.
void HostKernel::load(const std::string& library, const std::string& compiler) {
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_) entry_ = reinterpret_cast<void (*)(void**)>(dlsym(library_, "pom_entry"));
  if (entry_) return;
  compiled_ = {HostOutcome::no_compiler, "what the host's compiler \"" + compiler +
                                             "\" makes cannot be loaded; let CXX name one for this machine"};
}

void HostKernel::run(dsl::Memory& memory) const {
  std::vector<void*> arguments;
  for (int scalar : program_.scalar_arguments()) arguments.push_back(memory.scalars[scalar].data());
  for (int array : program_.array_arguments()) arguments.push_back(memory.arrays[array].data());
  try {
    entry_(arguments.data());
  } catch (const std::exception& stopped) {  // hls_stream.h: processes that wait for each other
    throw CompileError(
        {make_error("verification-failed",
                    std::string("the HLS C++ does not come to its end on the host\n") + stopped.what(), program_.at)});
  }
}

ProgramRun run_program(const std::vector<std::pair<std::string, std::string>>& files,
                       const std::vector<std::string>& defines) {
  ProgramRun run;
  const std::vector<std::string> compiler = usable_compiler(run.compiled);
  if (compiler.empty()) return run;
  const TemporaryDirectory directory;
  const fs::path program = directory.path() / "program", output = directory.path() / "output.txt";
  std::vector<std::string> command = compiler;
  command.insert(command.end(), {"-std=c++17", "-O1", "-ffp-contract=off", "-frounding-math", "-w", "-pthread",
                                 "-I" + directory.path().string()});
  for (const std::string& define : defines) command.push_back("-D" + define);
  std::string all;
  for (const auto& [name, text] : files) {
    write(directory.path() / name, text);
    all += text;
    if (name.ends_with(".cpp")) command.push_back((directory.path() / name).string());
  }
  for (const HostHeader& needed : host_headers_for(all)) write(directory.path() / needed.name, needed.text);
  command.insert(command.end(), {"-o", program.string()});
  if (run_command(std::move(command), output) != 0) {
    check_room(directory.path());
    run.compiled = {HostOutcome::rejected, read(output)};
    return run;
  }
  run.status = run_command({program.string()}, output);
  run.output = read(output);
  return run;
}

HostRun run_on_host(const std::string& kernel, const std::string& header, const dsl::Function& program,
                    dsl::Memory& memory) {
  const HostKernel compiled(kernel, header, program);
  if (compiled.compiled().outcome == HostOutcome::ran) compiled.run(memory);
  return compiled.compiled();
}

}  // namespace pom::backend
