#include "sizes.hpp"

#include <algorithm>
#include <set>

#include "codegen/execute/host.hpp"
#include "codegen/execute/jit.hpp"
#include "codegen/hls/kernel.hpp"
#include "dsl/execute/interpret.hpp"
#include "dsl/model/at_sizes.hpp"
#include "oracle.hpp"
#include "polyhedral/analysis/bounds.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/dataflow/check_dataflow.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "random_case.hpp"
#include "random_directive.hpp"

namespace pom::fuzz {

namespace {

constexpr std::uint64_t compiled_one_in = 25;
/// A parameter takes this many values at most.
constexpr int most_sizes = 5;

/// What the library says of a program and its schedule.
struct Verdict {
  std::set<std::string> codes;  ///< of the errors, but for those of illegal orders
  bool illegal = false;
  std::optional<poly::LoopTree> loops;

  bool is_judged() const { return codes.empty(); }
};

void note(const std::vector<Diagnostic>& errors, Verdict& verdict) {
  for (const Diagnostic& error : errors) {
    if (error.severity != Severity::error) continue;
    if (error.code.starts_with("illegal-")) {
      verdict.illegal = true;
    } else {
      verdict.codes.insert(error.code);
    }
  }
}

Verdict ask(const std::shared_ptr<const dsl::Function>& program) {
  Verdict verdict;
  note(program->findings, verdict);
  const poly::IslContext isl;
  const poly::Scop as_written = poly::extract_scop(program, isl);
  note(poly::check_bounds(as_written), verdict);
  note(poly::check_local_arrays(as_written), verdict);
  if (!verdict.is_judged()) return verdict;
  const auto scheduled = poly::apply_schedule(as_written, poly::analyze_dependences(as_written), program->schedule);
  if (!scheduled) {
    note(scheduled.errors(), verdict);
    return verdict;
  }
  note(poly::check_dataflow(*scheduled), verdict);
  if (!verdict.is_judged()) return verdict;
  const auto loops = poly::generate_loops(*scheduled);
  loops ? void(verdict.loops = *loops) : note(loops.errors(), verdict);
  return verdict;
}

class Comparison {
 public:
  Comparison(std::shared_ptr<const dsl::Function> program, CaseResult& result)
      : program_(std::move(program)), parameter_(program_->parameters().front()), result_(result) {}

  void run() {
    const Verdict all = ask(program_);
    result_.codes.assign(all.codes.begin(), all.codes.end());
    result_.outcome = all.illegal         ? Outcome::refused_by_legality
                      : all.codes.empty() ? Outcome::accepted
                                          : Outcome::refused_by_precondition;
    compare_orders(all);
    if (all.loops) execute(*all.loops);
  }

 private:
  std::shared_ptr<dsl::Function> at(std::int64_t size) const {
    return std::make_shared<dsl::Function>(dsl::at_sizes(*program_, {{parameter_, size}}));
  }

  /// What is refused for other reasons, in all or at a size, says nothing about the order.
  void compare_orders(const Verdict& all) {
    bool some_illegal = false, every_judged = true;
    std::string where;
    for_each_size([&](std::int64_t size) {
      const Verdict one = ask(at(size));
      // A program of no iterations at this size is an error when it is written with numbers.
      const bool empty = one.codes.contains("empty-loop");
      every_judged = every_judged && (one.is_judged() || empty);
      if (!one.illegal || some_illegal) return;
      some_illegal = true;
      where = dsl::to_string({{parameter_, size}}, *program_);
    });
    if (!all.is_judged()) return;
    if (some_illegal && !all.illegal) find("legal-for-all", "a dependence is violated with " + where);
    if (every_judged && all.illegal && !some_illegal) find("illegal-for-none", "no size violates a dependence");
  }

  void execute(const poly::LoopTree& loops) {
    backend::CodegenContext mlir;
    const auto module = backend::lower_to_affine(loops, mlir);
    if (!module) return find("not-lowered", module.errors().front().message);
    const auto kernel = backend::emit_kernel(*module, "");
    if (!kernel) return find("not-emitted", kernel.errors().front().message);
    const backend::AffineProgram affine(*module, *program_);
    std::optional<backend::HostKernel> host;
    if (result_.seed % compiled_one_in == 0) host.emplace(*kernel, *backend::emit_header(*module), *program_);
    for_each_size([&](std::int64_t size) {
      const dsl::Run run{{static_cast<pom_inputs::Strategy>(result_.seed % 6), result_.seed}, {{parameter_, size}}};
      const dsl::FloatInputs floats =
          program_->allow_reassociation ? dsl::FloatInputs::ordinary : dsl::FloatInputs::as_the_set;
      const dsl::Memory initial = dsl::make_memory(*program_, run, floats);
      dsl::Memory expected = initial;
      dsl::interpret(*at(size), expected);
      const auto compare = [&](const char* kind, const char* place, const auto& compiled) {
        dsl::Memory got = initial;
        compiled.run(got);
        const std::string difference = first_difference(*program_, expected, got, place);
        if (!difference.empty()) find(kind, difference + ", with " + dsl::to_string(run.sizes, *program_));
      };
      compare("affine-differs", "affine module", affine);
      if (host && host->compiled().outcome == backend::HostOutcome::ran) compare("hls-differs", "HLS C++", *host);
    });
  }

  void for_each_size(const auto& action) const {
    const dsl::ParameterRange range = *program_->scalars[parameter_]->range;
    for (std::int64_t size = range.low; size <= range.high; ++size) action(size);
  }

  void find(const std::string& kind, const std::string& detail) {
    const auto same = [&](const Finding& other) { return other.kind == kind; };
    if (std::none_of(result_.findings.begin(), result_.findings.end(), same))
      result_.findings.push_back({kind, detail});
  }

  std::shared_ptr<const dsl::Function> program_;
  int parameter_;
  CaseResult& result_;
};

}  // namespace

std::shared_ptr<const dsl::Function> with_parameter(const dsl::Function& program, Random& random) {
  std::vector<std::int64_t> ends;
  for (const dsl::Compute& compute : program.computes) {
    for (const dsl::Loop& loop : compute.loops) {
      if (loop.upper->op == dsl::Op::integer && loop.upper->integer > 1) ends.push_back(loop.upper->integer);
    }
  }
  if (ends.empty()) return nullptr;
  const std::int64_t end = random.one_of(ends);
  auto changed = std::make_shared<dsl::Function>(program);
  auto declared = std::make_shared<dsl::Scalar>();
  declared->name = "N";
  declared->type = p_int32;
  declared->typed = true;
  declared->range = dsl::ParameterRange{std::max<std::int64_t>(random.pick(0, 2), end + 1 - most_sizes), end};
  dsl::ExprNode node;
  node.op = dsl::Op::scalar;
  node.name = declared->name;
  node.index = static_cast<int>(changed->scalars.size());
  node.scalar = declared;
  const dsl::ExprPtr parameter = dsl::make_node(node);
  changed->scalars.push_back(declared);
  for (dsl::Compute& compute : changed->computes) {
    for (dsl::Loop& loop : compute.loops) {
      if (loop.upper->op == dsl::Op::integer && loop.upper->integer == end) loop.upper = parameter;
    }
  }
  return changed;
}

CaseResult judge_sizes(std::uint64_t seed) {
  CaseResult result;
  result.seed = seed;
  try {
    const Case made = make_case(seed);
    for (const Primitive& primitive : made.schedule) result.primitives.push_back(primitive_name(primitive));
    Random random(seed);
    const auto program = with_parameter(*record(made), random);
    if (program) Comparison(program, result).run();
  } catch (const std::exception& error) {
    result.findings.push_back({"exception", error.what()});
  }
  return result;
}

}  // namespace pom::fuzz
