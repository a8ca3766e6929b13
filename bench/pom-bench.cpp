// pom-bench: what libpom costs its users, as ratios and counts; times are for information.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <pom/pom.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boards_bench.hpp"
#include "dataflow_bench.hpp"
#include "estimates.hpp"
#include "paper_bench.hpp"
#include "polybench.hpp"
#include "programs.hpp"
#include "search_quality.hpp"
#include "yardstick.hpp"

namespace {

using nlohmann::ordered_json;

double milliseconds(const std::function<void()>& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double least(int repetitions, const std::function<double()>& measure) {
  double best = measure();
  for (int n = 1; n < repetitions; ++n) best = std::min(best, measure());
  return best;
}

const char* verdict(bool met) { return met ? "met" : "MISSED"; }

/// Compiles a source text as a user's compiler would; the least time of five.
double compile_time(const std::string& root, const std::string& directory, const std::string& name,
                    const std::string& text) {
  const std::string source = directory + "/" + name + ".cpp";
  std::ofstream(source) << text;
  const std::string command =
      "g++ -std=c++20 -O0 -c -I'" + root + "/include' '" + source + "' -o '" + directory + "/" + name + ".o'";
  return least(5, [&] {
    return milliseconds([&] {
      if (std::system(command.c_str()) != 0) throw std::runtime_error("the compiler failed on " + source);
    });
  });
}

ordered_json bench_compile_time(const std::string& root, const std::string& directory) {
  const std::string four =
      "#include <iostream>\n#include <vector>\n#include <string>\n#include <functional>\nint main() {}\n";
  const double standard = compile_time(root, directory, "standard", four);
  const double header = compile_time(root, directory, "header", "#include <pom/pom.hpp>\nint main() {}\n");
  const double program = compile_time(root, directory, "program", "#include \"" + root + "/dsl-examples/gemm.cpp\"\n");
  std::printf("compile time (g++ -O0, least of 5)\n");
  std::printf(
      "  <pom/pom.hpp> against <iostream> <vector> <string> <functional>: %.2f x (at most 2: %s)  [%.0f ms, %.0f ms]\n",
      header / standard, verdict(header <= 2 * standard), header, standard);
  std::printf("  dsl-examples/gemm.cpp: %.2f x  [%.0f ms]\n", program / standard, program);
  return {{"standard_headers_ms", standard},
          {"pom_header_ms", header},
          {"ratio", header / standard},
          {"program_ms", program}};
}

/// Declares and compiles a program to HLS C++ text; nothing is executed or written.
double generate(const std::function<void()>& declare) {
  pom::CompileOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  return milliseconds([&] {
    declare();
    pom::codegen(options);
  });
}

ordered_json bench_programs() {
  std::printf("DSL to HLS C++ (least of 3)\n");
  ordered_json rows = ordered_json::array();
  for (const BenchProgram& program : paper_programs()) {
    const double time = least(3, [&] { return generate(program.declare); });
    std::printf("  %-10s %8.1f ms (at most %.0f: %s)\n", program.name.c_str(), time, program.limit_ms,
                verdict(time <= program.limit_ms));
    rows.push_back({{"name", program.name}, {"ms", time}, {"limit_ms", program.limit_ms}});
  }
  return rows;
}

ordered_json bench_chain() {
  std::printf("chain of convolution layers: time per layer against the chain of 10\n");
  ordered_json rows = ordered_json::array();
  double first = 0;
  for (int layers : {10, 20, 40, 80, 160}) {
    const double per_layer = least(2, [&] { return generate([&] { declare_chain(layers); }); }) / layers;
    if (first == 0) first = per_layer;
    std::printf("  %4d layers %6.2f x  [%.1f ms a layer]\n", layers, per_layer / first, per_layer);
    rows.push_back({{"layers", layers}, {"ms_per_layer", per_layer}, {"ratio", per_layer / first}});
  }
  return rows;
}

ordered_json bench_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak memory of all of this: %.0f MiB\n", usage.ru_maxrss / 1024.0);
  return usage.ru_maxrss / 1024.0;
}

constexpr const char* usage =
    "usage: pom-bench [--root DIRECTORY] [--json FILE]       compile times, estimates a second, memory\n"
    "       pom-bench paper [OPTIONS]                        the POM paper's evaluation, side by side\n"
    "       pom-bench polybench [OPTIONS]                    compile times, and auto_DSE over PolyBench\n"
    "       pom-bench dataflow [OPTIONS]                     streaming designs beside MING's\n"
    "       pom-bench boards [OPTIONS]                       designs whose arguments lie in a board's memories\n"
    "       pom-bench search [--against FILE] [OPTIONS]      auto_DSE with 80 % and 50 % of the device, against an "
    "earlier run\n"
    "       pom-bench results [OPTIONS]                      both as a Markdown file: docs/results.md\n"
    "options: --json FILE, --markdown, --only TEXT (tables, rows and measurements whose name contains it), "
    "--no-verify,\n"
    "         --confidence P (of the upper bounds that have to fit, 0.9 without it; 0: the estimates themselves)\n"
    "Exit status: 0 done, 1 a design failed or a file cannot be written, 2 a wrong argument.\n";

struct Arguments {
  std::string mode;
  bool help = false;
  BenchOptions options;
};

/// Throws std::invalid_argument.
Arguments read_arguments(int count, char** words) {
  Arguments read;
  for (int n = 1; n < count; ++n) {
    const std::string word = words[n];
    const auto value = [&] {
      if (n + 1 >= count) throw std::invalid_argument(word + " needs a value");
      return std::string(words[++n]);
    };
    if (word == "paper" || word == "polybench" || word == "search" || word == "dataflow" || word == "boards" ||
        word == "results") {
      read.mode = word;
    } else if (word == "--root") {
      read.options.root = std::filesystem::absolute(value()).string();  // a compiler runs elsewhere
    } else if (word == "--json") {
      read.options.json = value();
    } else if (word == "--against") {
      read.options.against = value();
    } else if (word == "--only") {
      read.options.only = value();
    } else if (word == "--confidence") {
      read.options.confidence = std::stod(value());
    } else if (word == "--markdown") {
      read.options.format = Format::markdown;
    } else if (word == "--help" || word == "-h") {
      read.help = true;
    } else if (word == "--no-verify") {
      read.options.verify = false;
    } else {
      throw std::invalid_argument("unknown argument " + word);
    }
  }
  return read;
}

/// What `pom-bench` without a mode measures: all of it, or the parts whose name contains options.only.
ordered_json bench_costs(const BenchOptions& options) {
  char directory[] = "/tmp/pom-bench-XXXXXX";
  if (!mkdtemp(directory)) throw std::runtime_error("cannot make a directory in /tmp");
  const std::vector<std::pair<std::string, std::function<ordered_json()>>> parts = {
      {"compile_time", [&] { return bench_compile_time(options.root, directory); }},
      {"programs", bench_programs},
      {"chain", bench_chain},
      {"estimates", bench_estimates},
      {"polybench", bench_polybench},
      {"peak_memory_mib", bench_memory}};
  ordered_json all;
  for (const auto& [name, measure] : parts) {
    if (options.wants(name)) all[name] = measure();
  }
  std::filesystem::remove_all(directory);
  std::printf("what auto_DSE finds: ./pom bench paper, ./pom bench polybench\n");
  return all;
}

ordered_json bench_paper(const BenchOptions& options) {
  ordered_json all;
  all["tables"] = bench_paper_tables(options);
  all["figures"] = bench_paper_figures(options);
  all["times"] = bench_paper_times(options);
  return all;
}

/// The text around the tables of docs/results.md.
ordered_json bench_results(BenchOptions options) {
  options.format = Format::markdown;
  options.json.clear();  // of all parts, at the end
  const double before = yardstick_seconds();
  std::printf(
      "# Results\n\n"
      "All cycles and resources of ours are estimates of what the vendor's tool reports (docs/cost-model.md), for "
      "XC7Z020 at\n"
      "10 ns. \"paper\" marks numbers that the POM paper prints (HPCA 2024); its schedules and ScaleHLS's were also "
      "written\n"
      "down as manual schedules and put through our estimator, so that no comparison rests on two rulers. \"x "
      "written\" is\n"
      "the speed-up over the program as written without any pipelining, \"x automatic\" over the same with the tool's "
      "own\n"
      "pipelining. A design \"fits\" when the upper bounds of its estimate do (at 90 %%, docs/cost-model.md); rows at "
      "the cost\n"
      "of POM's schedule compare these bounds. \"outside\" are the memories that a design asks for, banks of array "
      "arguments.\n"
      "VGG-16 and ResNet-18 may take their sums in any order (`allow_reassociation()`), as networks live with\n"
      "other roundings; what comes out where the order as written is kept stands beside it. All other programs keep "
      "theirs.\n"
      "Printed by `./pom bench results > docs/results.md`.\n\n"
      "## The POM paper's evaluation\n\n`./pom bench paper`\n\n");
  ordered_json all;
  all["paper"] = bench_paper(options);
  std::printf("## PolyBench\n\n`./pom bench polybench`\n\n");
  all["polybench"] = bench_polybench_dse(options);
  std::printf("## Streaming designs\n\n`./pom bench dataflow`\n\n");
  all["dataflow"] = bench_dataflow(options);
  std::printf("## Designs for boards\n\n`./pom bench boards`\n\n");
  all["boards"] = bench_boards(options);
  const double after = yardstick_seconds();
  std::printf(
      "## The machine\n\n"
      "All seconds are of one core. A fixed task, which sorts two million numbers and looks as many up in a map, took "
      "it "
      "%.2f s\nbefore these measurements and %.2f s after them (bench/yardstick.cpp).\n",
      before, after);
  all["yardstick_seconds"] = {before, after};
  return all;
}

ordered_json run(const Arguments& arguments) {
  if (arguments.mode == "paper") return bench_paper(arguments.options);
  if (arguments.mode == "dataflow") return {{"rows", bench_dataflow(arguments.options)}};
  if (arguments.mode == "boards") return {{"rows", bench_boards(arguments.options)}};
  if (arguments.mode == "search") return bench_search_quality(arguments.options);
  if (arguments.mode == "results") return bench_results(arguments.options);
  if (arguments.mode != "polybench") return bench_costs(arguments.options);
  ordered_json all;
  if (arguments.options.only.empty() && arguments.options.format == Format::terminal)
    all["compile_times"] = bench_polybench();
  all["auto_dse"] = bench_polybench_dse(arguments.options);
  return all;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Arguments arguments = read_arguments(count, words);
    if (arguments.help) {
      std::cout << usage;
      return 0;
    }
    const ordered_json all = run(arguments);
    if (!*arguments.options.matched) throw std::invalid_argument("nothing has a name with " + arguments.options.only);
    keep(all, arguments.options);
    if (const int failed = count_failed(all); failed > 0)
      throw std::runtime_error(std::to_string(failed) + (failed > 1 ? " designs failed" : " design failed"));
  } catch (const std::invalid_argument& wrong) {
    std::cerr << "pom-bench: " << wrong.what() << "\n" << usage;
    return 2;
  } catch (const std::exception& failed) {
    std::cerr << "pom-bench: " << failed.what() << "\n";
    return 1;
  }
}
