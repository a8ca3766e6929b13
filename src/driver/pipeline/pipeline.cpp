#include "driver/pipeline/pipeline.hpp"

#include <algorithm>
#include <functional>

#include "codegen/hls/kernel.hpp"
#include "driver/pipeline/check_recorded.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/print/print_program.hpp"
#include "polyhedral/analysis/bounds.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/analysis/unused_results.hpp"
#include "polyhedral/buffers/pack_arguments.hpp"
#include "polyhedral/dataflow/check_dataflow.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "polyhedral/streaming/only_ways.hpp"
#include "polyhedral/streaming/place_windows.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// Of the processor, for all questions of one program to isl: more than twice what any of the tests' programs needs, so
/// that only the hopeless ones meet a clock, and half of the ten seconds in which every program has an answer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double analysis_seconds = 30;  // everything takes several times as long
#else
constexpr double analysis_seconds = 5;
#endif
/// Seconds of the clock that the analysis of a program may take beyond the budget of a search: a budget of milliseconds
/// has a design too, and no search is promised to end more exactly than within a second.
constexpr double analysis_allowance = 1;

/// A stage's value, or CompileError.
template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw CompileError(result.errors());
  return *std::move(result);
}

void throw_if(const Status& failed) {
  if (failed) throw CompileError({*failed});
}

/// Keeps the warnings; errors end the compilation, together with what else was found in the same stage.
void take_findings(Compilation& made, const std::vector<Diagnostic>& findings) {
  if (has_errors(findings)) throw CompileError(findings);
  made.warnings.insert(made.warnings.end(), findings.begin(), findings.end());
}

/// What each directive does to the loops, one text per directive.
void dump_steps(const Compilation& made, StageDump& dump) {
  if (!dump.is_active()) return;
  poly::Scop scop = *made.as_written;
  for (const Directive& directive : made.as_written->program->schedule) {
    if (poly::apply_directive(scop, directive)) return;  // apply_schedule reports it
    const std::string line = to_string(directive);
    throw_if(dump.step(line.substr(0, line.find('(')) + ".txt", [&] { return line + "\n\n" + to_string(scop); }));
  }
}

/// Writes what a stage made. True: POM_STOP_AFTER ends the run here.
bool ends_after(StageDump& dump, const char* name, const StageDump::MakeText& text) {
  throw_if(dump.stage(name, text));
  return dump.should_stop();
}

bool ends_after_program(const Compilation& made, StageDump& dump) {
  return ends_after(dump, "dsl.txt", [&] { return to_string(*made.program); });
}
bool ends_after_scop(const Compilation& made, StageDump& dump) {
  return ends_after(dump, "scop.txt", [&] { return to_string(*made.as_written); });
}

void extract(Compilation& made) {
  made.as_written = poly::extract_scop(made.program, made.isl);
  take_findings(made, poly::check_bounds(*made.as_written));
  take_findings(made, poly::check_local_arrays(*made.as_written));
}

/// Applies the directives that change the program.
void rewrite(Compilation& made) {
  auto rewritten = value_or_throw(poly::rewrite_program(*made.as_written, *made.dependences, made.isl));
  if (!rewritten) return;
  made.as_written = std::move(rewritten->as_written);
  made.dependences = std::move(rewritten->dependences);
  made.rewriting = std::move(rewritten->applied);
  made.reassociated = std::move(rewritten->reassociated);
}

void analyze(Compilation& made) {
  made.dependences = poly::analyze_dependences(*made.as_written);
  take_findings(made, poly::describe_coarse(*made.as_written, *made.dependences));
  take_findings(made, poly::find_unused_results(*made.as_written, *made.dependences));
  rewrite(made);
  made.graph = graph::build_dependence_graph(*made.as_written, *made.dependences);
}

/// Windows of registers and lines for what iterations read again.
void keep_reuse(Compilation& made) {
  if (made.scheduled->hardware.reuses.empty()) return;
  made.scheduled = value_or_throw(poly::place_windows(*made.scheduled, made.isl));
}

/// Arrays on the chip for what loops use of arguments, and for what they accumulate.
void buffer(Compilation& made) {
  const poly::HardwareMarks& marks = made.scheduled->hardware;
  if (marks.buffers.empty() && marks.packs.empty() && marks.regions.empty()) return;
  poly::Buffered buffered = value_or_throw(poly::place_buffers(*made.scheduled, made.isl));
  made.scheduled = std::move(buffered.scop);
  made.buffers = std::move(buffered.buffers);
  made.program = poly::with_words(made.program, *made.scheduled->program);
}

/// FIFOs in the arrays' places, with room for all their tokens.
void stream(Compilation& made) {
  if (!made.scheduled->hardware.automatic_channels) return;
  poly::Streaming streaming = value_or_throw(
      poly::stream_channels(*made.scheduled, *made.dependences, made.isl, made.count_alive, made.streams.get()));
  throw_if(poly::check_streamed_words(streaming, made.scheduled->statements.size()));
  made.scheduled = std::move(streaming.scop);
  made.streamed = std::move(streaming.channels);
}

/// What a directive says of the memory of an array.
struct SaidOfMemory {
  std::string array;
  bool is_storage = false;  ///< else of banks
  bool is_fifo = false;     ///< the storage is that of a FIFO
};

/// How one dimension of the array is cut; nullptr: it is whole.
const poly::PartitionMark* find_cut(const poly::Scop& scop, int array, std::size_t dimension) {
  const std::vector<poly::PartitionMark>& all = scop.hardware.partitions;
  const auto found = std::find_if(all.begin(), all.end(), [&](const poly::PartitionMark& mark) {
    return mark.array == array && mark.dimension == static_cast<int>(dimension);
  });
  return found == all.end() ? nullptr : &*found;
}

/// What holds an array, or a buffer, whose banks have one word each, as no memory is built for that; "": memories. An
/// argument has a port for each of its banks, and registers only where it is cut into elements.
std::string name_registers(const poly::Scop& scop, const std::string& name) {
  const int array = scop.program->find_array(name);
  if (array < 0) return "";
  const dsl::Array& declared = *scop.program->arrays[array];
  if (declared.shape.empty()) return declared.is_argument() || declared.returned ? "" : "a register";
  bool is_one = true;
  for (std::size_t d = 0; d < declared.shape.size(); ++d) {
    const poly::PartitionMark* cut = find_cut(scop, array, d);
    const bool parted = cut && cut->banking == poly::Banking::partition;
    const bool single = declared.is_argument() ? parted && cut->kind == poly::PartitionKind::complete
                                               : declared.shape[d] == 1 || (cut && cut->factor >= declared.shape[d]);
    if (!single) return "";
    is_one = is_one && !parted;
  }
  return is_one ? "a register" : "registers, an element in each";
}

/// Why a design has no memory that a directive on an array speaks of; "" where it has one.
std::string why_without_effect(const Compilation& made, const SaidOfMemory& said) {
  if (made.scheduled->hardware.find_stream(made.as_written->program->find_array(said.array)))
    return said.is_fifo ? "" : "becomes a FIFO";
  const std::string registers = name_registers(*made.scheduled, said.array);
  if (said.is_storage && !registers.empty()) return "is held in " + registers;
  if (poly::outside_mode(*made.scheduled, said.array).empty()) return "";
  bool has_memory = false, has_others = false;
  std::string held;
  for (const poly::PlacedBuffer& buffer : made.buffers) {
    if (buffer.array != said.array || buffer.elements <= 1) continue;
    if (said.is_storage) held = name_registers(*made.scheduled, buffer.buffer);
    if (!held.empty()) continue;
    const bool has_own = said.is_storage ? buffer.has_own_storage : buffer.has_own_banks;
    (has_own ? has_others : has_memory) = true;
  }
  if (has_memory) return "";
  if (!has_others) return "is held in " + (held.empty() ? "a register" : held);
  return std::string("lies off the chip, and directives on its buffers name their ") +
         (said.is_storage ? "storage" : "banks");
}

/// Why the tool has no dependences to find through the array; "" where it has some.
std::string why_no_fact(const Compilation& made, const std::string& name) {
  const dsl::Function& program = *made.as_written->program;
  const int array = program.find_array(name);
  const bool is_port = array >= 0 && dsl::is_stream_port(program, array);
  return is_port ? "is a stream" : made.scheduled->hardware.find_stream(array) ? "becomes a FIFO" : "";
}

/// What directives say of the memory of an array that has none, or none of which they speak.
void note_without_effect(Compilation& made) {
  const dsl::Function& program = *made.as_written->program;
  for (const Directive& directive : program.schedule) {
    std::visit(
        [&]<class P>(const P& primitive) {
          constexpr bool is_storage = std::is_same_v<P, BindStorage>, is_fact = std::is_same_v<P, DependenceFact>;
          if constexpr (std::is_same_v<P, Partition> || std::is_same_v<P, Reshape> || is_storage || is_fact) {
            // Nobody wrote what the search says.
            if (directive.at.file.empty()) return;
            SaidOfMemory said{primitive.array, is_storage};
            if constexpr (is_storage) said.is_fifo = primitive.type == "fifo";
            const std::string reason = is_fact ? why_no_fact(made, said.array) : why_without_effect(made, said);
            if (reason.empty()) return;
            Diagnostic warning = make_error(
                "unused-directive", to_string(directive) + " is without effect: \"" + primitive.array + "\" " + reason,
                directive.at);
            warning.severity = Severity::warning;
            take_findings(made, {std::move(warning)});
          }
        },
        directive.primitive);
  }
}

/// FIFOs that are no deeper than they must be. Where a run is too long to be followed, those that cannot block for ever
/// have the least depth, and the others hold all their tokens.
void set_depths(Compilation& made, const ChooseDepths& choose) {
  if (made.streamed.empty() || !choose) return;
  std::map<std::string, std::int64_t> depths = choose(*made.view);
  poly::keep_small(poly::list_only_ways(made.streamed), depths);
  for (poly::HardwareMarks* marks : {&made.scheduled->hardware, &made.loops->hardware}) {
    for (poly::StreamMark& mark : marks->streams) {
      const auto depth = depths.find(made.scheduled->program->arrays[mark.array]->name);
      const bool automatic = std::any_of(made.streamed.begin(), made.streamed.end(), [&](const auto& channel) {
        return depth != depths.end() && channel.fifo == depth->first;
      });
      if (automatic) mark.depth = static_cast<int>(std::min<std::int64_t>(mark.depth, depth->second));
    }
  }
  made.view = dse::make_kernel(*made.loops);
}

/// Sums of floats whose order is the tool's choice: it makes trees of what stands in one iteration.
std::vector<std::string> sums_of_tool(const Compilation& made) {
  std::vector<std::string> names;
  if (!made.view->reorders_sums) return names;
  for (const dsl::Compute& compute : made.program->computes) {
    if (made.program->arrays[compute.store.array]->type.is_float() && poly::is_reduction(compute))
      names.push_back(compute.name);
  }
  return names;
}

void add_reassociated(Compilation& made, std::vector<std::string> names) {
  for (std::string& name : names) {
    const auto& known = made.reassociated;
    const bool is_written = made.program->find_compute(name) >= 0;  // else a part of one that is known
    if (is_written && std::find(known.begin(), known.end(), name) == known.end())
      made.reassociated.push_back(std::move(name));
  }
}

/// The stages behind the dependences. Each either gives a value or throws.
void run_schedule(Compilation& made, StageDump& dump, const ChooseDepths& choose_depths = {}) {
  const auto stage = [&](const char* name, const StageDump::MakeText& text) { return ends_after(dump, name, text); };
  throw_if(dump.step("graph.dot", [&] { return graph::to_dot(*made.graph); }));
  throw_if(dump.step("graph.json", [&] { return graph::to_json(*made.graph); }));
  if (stage("graph.txt", [&] { return graph::to_text(*made.graph); })) return;

  const dsl::Function& rewritten = *made.as_written->program;
  if (!made.rewriting.empty()) throw_if(dump.step("rewritten.txt", [&] { return to_string(rewritten); }));
  dump_steps(made, dump);
  made.scheduled = value_or_throw(poly::apply_schedule(*made.as_written, *made.dependences, rewritten.schedule));
  add_reassociated(made, poly::reassociated_statements(*made.scheduled, *made.dependences));
  const poly::Scop scheduled = *made.scheduled;
  keep_reuse(made);
  buffer(made);
  take_findings(made, poly::check_dataflow(*made.scheduled));
  made.channels = poly::summarize_channels(scheduled, *made.dependences);
  stream(made);
  note_without_effect(made);
  if (stage("schedule.txt", [&] { return to_string(*made.scheduled); })) return;

  made.loops = value_or_throw(poly::generate_loops(*made.scheduled, made.asts.get()));
  if (stage("loops.txt", [&] { return to_string(*made.loops); })) return;

  made.view = dse::make_kernel(*made.loops);
  made.left_to_tool = sums_of_tool(made);
  set_depths(made, choose_depths);
  throw_if(dump.step("view.txt", [&] { return to_string(*made.view); }));

  made.module = value_or_throw(backend::lower_to_affine(*made.loops, made.mlir));
  if (stage("affine.mlir", [&] { return made.module->text(); })) return;

  made.header = value_or_throw(backend::emit_header(*made.module));
  made.kernel = value_or_throw(backend::emit_kernel(*made.module, made.program->name + ".h"));
  made.complete = true;
  stage("kernel.cpp", [&] { return made.kernel; });
}

}  // namespace

bool has_result(const dsl::Function& program) {
  return std::any_of(program.computes.begin(), program.computes.end(),
                     [&](const dsl::Compute& compute) { return program.arrays[compute.store.array]->is_argument(); });
}

bool leaves_arrays(const std::vector<Diagnostic>& warnings) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [](const Diagnostic& warning) { return warning.code == "out-of-bounds"; });
}

void within_isl(const dsl::Function& program, const Brake::Limits& limits, const std::function<void()>& stages) {
  const Brake brake(limits);
  try {
    stages();
  } catch (const poly::NumberTooLarge&) {
    throw CompileError({make_error("design-too-large",
                                   "\"" + program.name +
                                       "\" needs numbers that do not fit into 64 bits\nsmaller coefficients and "
                                       "factors help",
                                   program.at)});
  } catch (const isl::exception& error) {
    throw InternalError(std::string("isl: ") + error.what());
  }
}

std::unique_ptr<Compilation> analyze_program(std::shared_ptr<const dsl::Function> program, double seconds) {
  auto made = std::make_unique<Compilation>();
  made->program = std::move(program);
  made->streams = std::make_unique<poly::StreamingCache>();
  made->asts = std::make_unique<poly::AstCache>();
  within_isl(*made->program, {analysis_seconds, seconds + analysis_allowance}, [&] {
    take_findings(*made, check_recorded(*made->program));
    extract(*made);
    analyze(*made);
  });
  return made;
}

std::unique_ptr<Compilation> analyze_rewritten(const Compilation& made, const Schedule& rewriting) {
  auto program = std::make_shared<dsl::Function>(*made.program);
  program->schedule = made.rewriting;
  program->schedule.insert(program->schedule.end(), rewriting.begin(), rewriting.end());
  return analyze_program(program, Brake::unlimited);
}

void finish_analyzed(Compilation& made, Schedule schedule, StageDump& dump, const ChooseDepths& choose_depths) {
  auto program = std::make_shared<dsl::Function>(*made.program);
  program->schedule = made.rewriting;
  program->schedule.insert(program->schedule.end(), schedule.begin(), schedule.end());
  made.program = program;
  auto rewritten = std::make_shared<dsl::Function>(*made.as_written->program);
  rewritten->schedule = std::move(schedule);
  made.as_written->program = std::move(rewritten);
  within_isl(*made.program, {analysis_seconds}, [&] {
    if (!ends_after_program(made, dump) && !ends_after_scop(made, dump)) run_schedule(made, dump, choose_depths);
  });
}

std::unique_ptr<Compilation> run_pipeline(std::shared_ptr<const dsl::Function> program, StageDump& dump,
                                          const ChooseDepths& choose_depths) {
  auto made = std::make_unique<Compilation>();
  made->program = std::move(program);
  within_isl(*made->program, {analysis_seconds}, [&] {
    take_findings(*made, check_recorded(*made->program));
    if (ends_after_program(*made, dump)) return;
    extract(*made);
    if (ends_after_scop(*made, dump)) return;
    analyze(*made);
    run_schedule(*made, dump, choose_depths);
  });
  return made;
}

}  // namespace pom::driver
