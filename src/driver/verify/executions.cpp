#include "driver/verify/executions.hpp"

#include <algorithm>
#include <set>

#include "codegen/execute/host.hpp"
#include "codegen/execute/jit.hpp"
#include "driver/verify/compare_memories.hpp"
#include "driver/verify/rounding.hpp"
#include "dsl/model/floats.hpp"
#include "support/classic_stream.hpp"
#include "support/interruption.hpp"

namespace pom::driver {

namespace {

using pom_inputs::Strategy;

constexpr std::uint64_t first_seed = 2024;
/// Sets that are tried for arms that were not taken and for stores that never changed.
constexpr int most_directed = 24;
/// Instances that the interpreter executes for them, after which the arms that are left are named: about a second.
constexpr std::int64_t directed_instances = 4'000'000;

bool has_float_inputs(const dsl::Function& program) {
  const auto is_float = [](const Type& type) { return type.is_float(); };
  const std::vector<int> arrays = program.array_arguments(), scalars = program.scalar_arguments();
  return std::any_of(arrays.begin(), arrays.end(), [&](int a) { return is_float(program.arrays[a]->type); }) ||
         std::any_of(scalars.begin(), scalars.end(), [&](int s) { return is_float(program.scalars[s]->type); });
}

std::string agreement_text(double tolerance, bool by_rounding) {
  if (tolerance == 0) return "bit for bit";
  if (by_rounding)
    return "as far as rounding goes, measured by its direction (integers bit for bit), as reductions were reassociated";
  ClassicStream out;
  out << "within a relative error of " << tolerance << " (integers bit for bit), as reductions were reassociated";
  return out.str();
}

class Runner {
 public:
  Runner(const Compilation& made, double tolerance)
      : program_(*made.program),
        tolerance_(tolerance),
        floats_(float_inputs(tolerance)),
        by_rounding_(tolerance > 0 && !dsl::has_small_floats(program_)),
        coverage_(program_),
        rounding_(program_),
        affine_(*made.module, program_),
        host_(made.kernel, made.header, program_) {}

  Executions run() {
    Verification& result = made_.verification;
    // Ctrl-C at a terminal has ended the host's compiler too.
    if (Interruption::requested()) return interrupted();
    if (host_.compiled().outcome == backend::HostOutcome::rejected) {
      result.detail = "the host's compiler rejects the HLS C++:\n" + host_.compiled().compiler_output;
      return std::move(made_);
    }
    const bool agreed = run_first_sets() && run_directed_sets();
    note_coverage();
    if (Interruption::requested() && result.detail.empty()) return interrupted();
    if (!agreed) return std::move(made_);
    if (host_.compiled().outcome == backend::HostOutcome::no_compiler) {
      result.detail = "the affine module agrees with the program as written; " + host_.compiled().compiler_output;
      result.sizes = "HLS C++ not executed";
      return std::move(made_);
    }
    if (tolerance_ >= 1 && !by_rounding_) {
      result.detail = agreement_text(tolerance_, false) + ": every result of the right sign agrees, wrong ones too";
      result.sizes = "executed without a judgement";
      return std::move(made_);
    }
    result.agreed = true;
    result.detail =
        "the program as written, the affine module and the HLS C++ agree " + agreement_text(tolerance_, by_rounding_);
    made_.largest_difference = rounding_.largest();
    return std::move(made_);
  }

 private:
  /// Whoever pressed Ctrl-C gets the design, which nothing has shown to be wrong.
  Executions interrupted() {
    made_.runs = first_runs(program_, tolerance_);  // of the test bench
    made_.verification.sizes = "not executed";
    made_.verification.detail = "interrupted";
    return std::move(made_);
  }

  bool run_first_sets() {
    const std::vector<dsl::Run> runs = first_runs(program_, tolerance_);
    return std::all_of(runs.begin(), runs.end(), [&](const dsl::Run& run) { return run_everywhere(run); });
  }

  bool run_directed_sets() {
    constexpr Strategy strategies[] = {Strategy::narrow, Strategy::ascending,  Strategy::descending,
                                       Strategy::equal,  Strategy::full_range, Strategy::narrow,
                                       Strategy::equal,  Strategy::ordinary};
    const std::int64_t affordable = std::min<std::int64_t>(most_directed, directed_instances / work_of_a_run());
    for (std::int64_t n = 0; n < affordable && not_shown() > 0 && !Interruption::requested(); ++n) {
      const dsl::InputSet set{strategies[static_cast<std::size_t>(n) % std::size(strategies)],
                              first_seed + 3 + static_cast<std::uint64_t>(n)};
      const dsl::Run run{set, dsl::largest_sizes(program_)};
      const std::int64_t before = not_shown();
      const dsl::Memory initial = dsl::make_memory(program_, run, floats_);
      const dsl::Memory expected = interpret(run, initial);
      if (not_shown() < before && !run_compiled(run, initial, expected)) return false;
    }
    return true;
  }

  /// The arms that no run took, and the computes that stored one value in all of them.
  std::int64_t not_shown() const {
    return coverage_.arms() - coverage_.arms_taken() + static_cast<std::int64_t>(coverage_.constant_computes().size());
  }

  /// In instances. Elements that nothing computes are filled, copied and compared all the same.
  std::int64_t work_of_a_run() const {
    constexpr std::int64_t elements_of_an_instance = 16;
    std::int64_t elements = 0;
    for (const auto& array : program_.arrays) elements += array->elements();
    const std::int64_t instances =
        dsl::count_work(dsl::at_sizes(program_, dsl::largest_sizes(program_)), directed_instances);
    return std::max({std::int64_t{1}, instances, elements / elements_of_an_instance});
  }

  bool run_everywhere(const dsl::Run& run) {
    if (Interruption::requested()) return false;
    const dsl::Memory initial = dsl::make_memory(program_, run, floats_);
    return run_compiled(run, initial, interpret(run, initial));
  }

  /// What the program as written makes of the memory.
  dsl::Memory interpret(const dsl::Run& run, dsl::Memory memory) {
    const dsl::Function fixed = dsl::at_sizes(program_, run.sizes);
    dsl::Coverage seen(fixed);
    dsl::interpret(fixed, memory, &seen);
    coverage_.add(seen);
    return memory;
  }

  /// `expected`: what the interpreter made of `initial`.
  bool run_compiled(const dsl::Run& run, const dsl::Memory& initial, const dsl::Memory& expected) {
    made_.runs.push_back(run);
    const Roundings written = execute_as_written(run, initial, expected);
    if (!agrees(run, written, execute([&](dsl::Memory& memory) { affine_.run(memory); }, initial), "affine module"))
      return false;
    if (host_.compiled().outcome != backend::HostOutcome::ran) return true;
    return agrees(run, written, execute([&](dsl::Memory& memory) { host_.run(memory); }, initial), "HLS C++");
  }

  /// In the directions that the comparison needs.
  template <class Run>
  Roundings execute(const Run& run, const dsl::Memory& initial) const {
    if (by_rounding_) return execute_in_all_directions(initial, run);
    Roundings only{initial};
    run(only.front());
    return only;
  }

  /// `nearest` is known.
  Roundings execute_as_written(const dsl::Run& run, const dsl::Memory& initial, const dsl::Memory& nearest) const {
    if (!by_rounding_) return {nearest};
    const dsl::Function fixed = dsl::at_sizes(program_, run.sizes);
    return execute_in_all_directions(initial, [&](dsl::Memory& memory) { dsl::interpret(fixed, memory); });
  }

  bool agrees(const dsl::Run& run, const Roundings& expected, const Roundings& got, const char* where) {
    std::string& detail = made_.verification.detail;
    detail = by_rounding_ ? rounding_.first_difference(expected, got, where)
                          : first_difference(program_, expected.front(), got.front(), where, tolerance_);
    if (detail.empty()) return true;
    if (!run.sizes.empty()) detail += ", with " + dsl::to_string(run.sizes, program_);
    return false;
  }

  void note_coverage() {
    Verification& result = made_.verification;
    std::set<std::pair<int, std::uint64_t>> sets;
    std::set<dsl::Sizes> sizes;
    for (const dsl::Run& run : made_.runs) {
      sets.emplace(run.set.strategy, run.set.seed);
      if (!run.sizes.empty() && sizes.insert(run.sizes).second)
        result.parameters.push_back(dsl::to_string(run.sizes, program_));
    }
    result.input_sets = static_cast<int>(sets.size());
    result.arms = coverage_.arms();
    result.arms_taken = coverage_.arms_taken();
    result.never_taken = coverage_.never_taken();
    for (int compute : coverage_.constant_computes())
      result.constant_computes.push_back(program_.computes[compute].name);
  }

  const dsl::Function& program_;
  double tolerance_;
  dsl::FloatInputs floats_;
  bool by_rounding_;  ///< reassociated sums are compared by what the rounding direction moves them
  dsl::Coverage coverage_;
  RoundingComparison rounding_;
  backend::AffineProgram affine_;
  backend::HostKernel host_;
  Executions made_;
};

}  // namespace

std::vector<dsl::Run> first_runs(const dsl::Function& program, double tolerance) {
  std::vector<dsl::InputSet> sets = {{Strategy::ordinary, first_seed}, {Strategy::full_range, first_seed + 1}};
  if (float_inputs(tolerance) == dsl::FloatInputs::as_the_set && has_float_inputs(program))
    sets.push_back({Strategy::special, first_seed + 2});
  std::vector<dsl::Run> runs;
  for (const dsl::InputSet& set : sets) {
    const bool is_first = runs.empty();
    for (const dsl::Sizes& sizes : dsl::sample_sizes(program, is_first ? dsl::most_executed_sizes : 1))
      runs.push_back({set, sizes});
  }
  return runs;
}

dsl::FloatInputs float_inputs(double tolerance) {
  return tolerance == 0 ? dsl::FloatInputs::as_the_set : dsl::FloatInputs::ordinary;
}

Executions execute(const Compilation& made, double tolerance) { return Runner(made, tolerance).run(); }

}  // namespace pom::driver
