#include <pom/compile.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "codegen/hls/testbench.hpp"
#include "codegen/hls/vitis_project.hpp"
#include "codegen/host_headers/host_headers.hpp"
#include "driver/board/check_options.hpp"
#include "driver/board/host_side.hpp"
#include "driver/board/off_chip.hpp"
#include "driver/explore/as_written.hpp"
#include "driver/explore/explore_program.hpp"
#include "driver/explore/replaced.hpp"
#include "driver/explore/search_program.hpp"
#include "driver/page/page.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "driver/report/check_buffers.hpp"
#include "driver/report/estimate_report.hpp"
#include "driver/report/exploration_report.hpp"
#include "driver/report/fits.hpp"
#include "driver/report/latency_formula.hpp"
#include "driver/report/output_directories.hpp"
#include "driver/report/project.hpp"
#include "driver/report/report.hpp"
#include "driver/report/speedup_report.hpp"
#include "driver/report/summary.hpp"
#include "driver/verify/execution_size.hpp"
#include "driver/verify/verify.hpp"
#include "dsl/handles/current_function.hpp"
#include "dsl/model/at_sizes.hpp"
#include "dsl/model/names.hpp"
#include "dsl/print/print_program.hpp"
#include "support/caller_shield.hpp"
#include "support/deep_stack.hpp"
#include "support/findings.hpp"
#include "support/interruption.hpp"
#include "support/number_text.hpp"
#include "support/print_diagnostic.hpp"
#include "support/program_end.hpp"
#include "support/status_line.hpp"

namespace pom {
namespace {

/// The program as estimates look at it, with the port through which a board's host starts it.
std::shared_ptr<dsl::Function> for_target(const dsl::Function& program, const CompileOptions& options,
                                          const driver::ChosenTarget& target) {
  auto sized = std::make_shared<dsl::Function>(program);
  driver::add_control_port(*sized, target);
  for (auto& scalar : sized->scalars) {
    const auto size = options.sizes.find(scalar->name);
    if (!scalar->is_parameter() || size == options.sizes.end()) continue;
    scalar = std::make_shared<dsl::Scalar>(*scalar);
    scalar->size = size->second;
  }
  return sized;
}

void throw_all(std::vector<Diagnostic> errors) {
  if (!errors.empty()) throw CompileError(std::move(errors));
}

void throw_if(const Status& failed) {
  if (failed) throw CompileError({*failed});
}

DumpSettings dump_settings() {
  Result<DumpSettings> settings = DumpSettings::from_environment();
  if (!settings) throw CompileError(settings.errors());
  return *settings;
}

/// The options, and silence where the environment asks for it, as `pom --quiet` does.
template <class Options>
Options with_environment(Options options) {
  const char* quiet = std::getenv("POM_QUIET");
  options.quiet = options.quiet || (quiet && *quiet);
  return options;
}

/// The result of `work`; what it finds wrong that belongs to no line of the program belongs to the call at `at`.
template <class Work>
auto reported_at(const Location& at, const Work& work) {
  if (program_ends()) throw CompileError({program_has_ended(at)});
  std::optional<decltype(work())> result;
  try {
    with_deep_stack([&] {
      const CallerShield shield;
      const InterruptionNotice notice;
      result = work();
    });
    return std::move(*result);
  } catch (const CompileError& error) {
    std::vector<Diagnostic> found = error.diagnostics();
    for (Diagnostic& one : found) {
      if (one.at.file.empty()) one.at = at;
    }
    throw CompileError(std::move(found));
  }
}

driver::ProjectFiles project_files(const driver::Compilation& made, const driver::ChosenTarget& target,
                                   const driver::HostSide& host, const std::string& report,
                                   const driver::Executions& executed) {
  const std::string& name = made.program->name;
  const backend::VitisSettings vitis{name, target.device.part, target.clock_ns, made.view->reorders_sums};
  const std::string testbench = backend::emit_testbench(*made.program, driver::tolerance_in_hardware(made, executed),
                                                        driver::test_inputs(made, executed));
  driver::ProjectFiles files = {{name + ".cpp", made.kernel},
                                {name + ".h", host.files.empty() ? made.header : host.header},
                                {name + "_tb.cpp", testbench},
                                {name + ".mlir", made.module->text()},
                                {"run_hls.tcl", backend::emit_run_script(vitis)},
                                {"hls_config.cfg", backend::emit_config_file(vitis)},
                                {"schedule.cpp.txt", dsl::schedule_source(*made.program)},
                                {"report.json", report},
                                {"report.html", driver::make_page(report)}};
  std::string code = made.header + made.kernel + testbench;
  for (const auto& [file, text] : host.files) {
    files.emplace_back(file, text);
    code += text;
  }
  for (const backend::HostHeader& header : backend::project_headers_for(code))
    files.emplace_back(header.name, header.text);
  if (host.files.empty()) return files;
  // XRT is emulated where the vendor's tool, and so its headers, may not be. Under their own names they would be in the
  // way of the tool's.
  for (const backend::HostHeader& header : backend::vendor_headers_for(made.header + made.kernel))
    files.emplace_back("emulated_" + header.name, header.text);
  return files;
}

std::string project_path(const dsl::Function& program, const CompileOptions& options) {
  return options.path.empty() ? "out/" + program.name : options.path;
}

driver::InTheWay in_the_way(const CompileOptions& options) {
  return options.overwrite ? driver::InTheWay::overwrite : driver::InTheWay::refuse;
}

/// What is known to go wrong with the output is said before the work, which may take minutes. Null: nothing is written.
std::unique_ptr<driver::OutputClaim> claim_output(const std::shared_ptr<const dsl::Function>& function,
                                                  const CompileOptions& options) {
  const std::string& name = function->name;
  if (!options.write || !dsl::is_identifier(name)) return nullptr;  // what is wrong with a name is said of the program
  const std::string path = project_path(*function, options);
  auto claim = std::make_unique<driver::OutputClaim>(path, function);
  throw_if(driver::check_project_directory(path,
                                           {name + ".cpp", name + ".h", name + "_tb.cpp", name + ".mlir", "run_hls.tcl",
                                            "hls_config.cfg", "schedule.cpp.txt", "report.json", "report.html"},
                                           in_the_way(options)));
  return claim;
}

/// What the user asked for: `function` as declared.
struct Request {
  std::shared_ptr<const dsl::Function> function;
  const CompileOptions& options;
  const driver::ChosenTarget& target;
  Location at;
};

void write_result(const Request& request, const driver::Compilation& made, const driver::HostSide& host,
                  const driver::Executions& executed, Report& report) {
  const CompileOptions& options = request.options;
  const std::string path = project_path(*request.function, options);
  driver::ProjectFiles files =
      project_files(made, request.target, host, driver::make_report(made, report, request.target, host), executed);
  for (auto& file : driver::exploration_files(*made.program, report)) files.push_back(std::move(file));
  throw_if(driver::write_project(path, files, in_the_way(options)));
  driver::note_written(path);
  report.directory = path.back() == '/' ? path.substr(0, path.size() - 1) : path;
  for (const auto& [name, text] : files) report.files.push_back(name);
}

/// The test bench has inputs also when nobody asked for a verification.
driver::Executions not_executed(const driver::Compilation& made) {
  driver::Executions executions;
  executions.runs = driver::first_runs(*made.program, driver::tolerance_of(made));
  return executions;
}

/// Executing a design may take seconds; whoever sits at a terminal is told.
driver::Executions verify_watched(const driver::Compilation& made, const CompileOptions& options) {
  std::optional<StatusLine> line;
  if (!options.quiet) line.emplace(made.program->name + ": verifying, by executing the design …");
  return driver::verify(made);
}

/// What a host program may take here, in a run. Kernel and reference are compiled, so that it is some seconds at most.
constexpr driver::ExecutionSize most_emulated{20'000'000, std::int64_t{256} << 20, 40'000'000};

/// The host program of a design for a board, which has run here if that takes no minutes.
driver::HostSide host_side(const driver::Compilation& made, const Request& request,
                           const driver::Executions& executed) {
  driver::HostSide side = driver::make_host_side(made, request.target, driver::tolerance_in_hardware(made, executed),
                                                 driver::test_inputs(made, executed));
  if (side.files.empty()) return side;
  if (!request.options.verify || !executed.verification.agreed) {
    side.emulation = "not run: the design was not verified";
  } else if (driver::leaves_arrays(made.warnings)) {
    side.emulation = "not run: accesses leave their arrays";
  } else if (!driver::too_large(*made.program, most_emulated).empty() ||
             !driver::too_large(*made.loops, most_emulated).empty()) {
    side.emulation = "not run: it would take long (make emulate does it)";
  } else {
    std::optional<StatusLine> line;
    if (!request.options.quiet) line.emplace(made.program->name + ": running the host program, with XRT emulated …");
    driver::emulate(made, side);
  }
  return side;
}

/// Everything after the loops and the code are `made`.
Report finish(const Request& asked, const driver::Compilation& made, Exploration exploration, const AsWritten& written,
              const std::vector<Diagnostic>& warnings) {
  const CompileOptions& options = asked.options;
  const driver::ChosenTarget target = driver::with_ports_of(*made.program, options, asked.at, asked.target);
  const Request request{asked.function, options, target, asked.at};
  throw_if(driver::check_buffers(made.buffers, target.device));
  Report report;
  report.name = made.program->name;
  report.exploration = std::move(exploration);
  report.warnings = made.warnings;
  report.warnings.insert(report.warnings.end(), warnings.begin(), warnings.end());
  if (const Status slow = driver::check_clock(target.clock_ns, request.at)) report.warnings.push_back(*slow);
  if (made.complete) {
    report.hls_cpp = made.kernel;
    report.estimate = driver::make_estimate(*made.view, target.device, target.clock_ns, options.confidence);
    report.estimate.formula = driver::latency_formula(*made.loops, target.for_estimates());
    report.estimate.sizes = dsl::to_string(dsl::estimated_sizes(*made.program), *made.program);
    driver::measure_run(report, !made.streamed.empty());
    driver::compare_with_written(report, written);
    if (const Status over = driver::check_fits(report.estimate, target.device, driver::largest_local(made), request.at))
      report.warnings.push_back(*over);
  }
  print_diagnostics(report.warnings);
  if (!made.complete) return report;
  const driver::Executions executions = options.verify ? verify_watched(made, options) : not_executed(made);
  report.verification = executions.verification;
  report.verified = report.verification.agreed && report.verification.constant_computes.empty();
  if (options.verify && driver::has_result(*made.program)) {
    if (const Status warning = driver::check_executed(report.verification, request.at)) {
      print_diagnostic(*warning);
      report.warnings.push_back(*warning);
    }
  }
  const driver::HostSide host = host_side(made, request, executions);
  if (options.write) write_result(request, made, host, executions, report);
  report.summary = driver::make_summary(made, report, target, host);
  if (!options.quiet) std::fputs(report.summary.c_str(), stdout);
  return report;
}

/// One compilation with the schedule that the user gave.
Report compile_as_scheduled(const std::shared_ptr<dsl::Function>& function, const CompileOptions& options,
                            const Location& at) {
  function->note_compiled();
  std::vector<Diagnostic> wrong;
  const driver::ChosenTarget target = driver::check_options(*function, options, at, wrong);
  throw_all(std::move(wrong));
  const auto claim = claim_output(function, options);
  std::vector<Diagnostic> warnings;
  if (claim) {
    if (const Status lost = driver::check_search_kept(project_path(*function, options), *function, at))
      warnings.push_back(*lost);
  }
  StageDump dump(dump_settings());
  const auto program = for_target(*function, options, target);
  const auto made = driver::run_pipeline(program, dump, driver::depths_on(target.device, target.clock_ns));
  const AsWritten written = driver::estimate_unscheduled(program, target.for_estimates());
  return finish({function, options, target, at}, *made, {}, written, warnings);
}

/// Both stages of the exploration, then the ordinary compilation of what they found, which becomes the function's
/// schedule.
Report compile_explored(const std::shared_ptr<dsl::Function>& function, const DseOptions& options, const Location& at) {
  function->note_compiled();
  std::vector<Diagnostic> wrong;
  const driver::ChosenTarget target = driver::check_options(*function, options, at, wrong);
  for (Diagnostic& error : driver::check_dse_options(options, at)) wrong.push_back(std::move(error));
  throw_all(std::move(wrong));
  const auto claim = claim_output(function, options);
  StageDump dump(dump_settings());
  dsl::Function written = *function;
  const Schedule asked = written.schedule = driver::asked_for(std::move(written.schedule));
  auto [made, found] =
      driver::search_program(for_target(written, options, target), target.for_estimates(), options, at);
  const Interruption of_verification;
  std::vector<Diagnostic> warnings;
  if (found.warning) warnings.push_back(*found.warning);
  const bool in_haste = !found.report.ended_early.empty();  // somebody waits for what there is
  if (in_haste) made->count_alive = poly::CountAlive::no;
  std::optional<StatusLine> line;
  if (in_haste && !options.quiet)
    line.emplace(function->name + ": building the best design so far (Ctrl-C ends the program) …");
  driver::finish_analyzed(*made, found.schedule, dump, driver::depths_on(target.device, target.clock_ns));
  line.reset();
  if (const Status replaced = driver::replaced_by_search(asked, made->program->schedule)) warnings.push_back(*replaced);
  Report report = finish({function, options, target, at}, *made, std::move(found.report), {}, warnings);
  function->replaced = driver::left_out(asked, made->program->schedule);
  function->schedule = driver::with_lines_of(asked, made->program->schedule);
  if (claim) driver::note_searched(project_path(*function, options), *function);
  of_verification.pass_on();  // what was written says that nothing has verified it
  return report;
}

}  // namespace

Report function::codegen(where at) { return codegen(CompileOptions{}, at); }
Report function::codegen(const std::string& path, where at) {
  CompileOptions options;
  options.path = path;
  return codegen(options, at);
}
Report function::codegen(const CompileOptions& options, where at) {
  return reported_at(at, [&] { return compile_as_scheduled(record_, with_environment(options), at); });
}
Report function::auto_DSE(where at) { return auto_DSE(DseOptions{}, at); }
Report function::auto_DSE(const std::string& path, where at) {
  DseOptions options;
  options.path = path;
  return auto_DSE(options, at);
}
Report function::auto_DSE(const std::string& path, const CompileOptions& options, where at) {
  DseOptions with_path;
  static_cast<CompileOptions&>(with_path) = options;
  with_path.path = path;
  return auto_DSE(with_path, at);
}
Report function::auto_DSE(const DseOptions& options, where at) {
  return reported_at(at, [&] { return compile_explored(record_, with_environment(options), at); });
}
std::vector<std::string> function::transform_loops(where at) {
  record_->note_compiled();
  return reported_at(at, [&] {
    const auto made = driver::analyze_program(record_, Brake::unlimited);
    throw_all(driver::check_asked(*made));
    driver::Transformed found = driver::transform_program(*made);
    if (const Status replaced = driver::replaced_by_loops(record_->schedule, found.directives))
      print_diagnostic(*replaced);
    record_->replaced = driver::left_out(record_->schedule, found.directives);
    record_->schedule = std::move(found.directives);
    return found.trail;
  });
}

Verification function::verify(where at) {
  record_->note_compiled();
  return reported_at(at, [&] {
    StageDump dump(dump_settings());
    const auto made = driver::run_pipeline(record_, dump);
    return made->complete ? driver::verify(*made).verification : Verification{};
  });
}

Report codegen(std::source_location at) { return dsl::current_program("codegen()", at).codegen(at); }
Report codegen(const std::string& path, std::source_location at) {
  return dsl::current_program("codegen()", at).codegen(path, at);
}
Report codegen(const CompileOptions& options, std::source_location at) {
  return dsl::current_program("codegen()", at).codegen(options, at);
}
Report auto_DSE(std::source_location at) { return dsl::current_program("auto_DSE()", at).auto_DSE(at); }
Report auto_DSE(const std::string& path, std::source_location at) {
  return dsl::current_program("auto_DSE()", at).auto_DSE(path, at);
}
Report auto_DSE(const DseOptions& options, std::source_location at) {
  return dsl::current_program("auto_DSE()", at).auto_DSE(options, at);
}
Verification verify(std::source_location at) { return dsl::current_program("verify()", at).verify(at); }

}  // namespace pom
