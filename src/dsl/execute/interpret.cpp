#include "dsl/execute/interpret.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "dsl/execute/expression_code.hpp"
#include "dsl/execute/probes.hpp"
#include "dsl/model/affine_form.hpp"
#include "dsl/model/program_tree.hpp"

namespace pom::dsl {
namespace {

struct Range {
  std::int64_t first = 0, end = 0;

  bool contains(std::int64_t i) const { return first <= i && i < end; }
};

/// One statement and where its iteration stands.
class Statement {
 public:
  /// `decisions` and `stored` are both given or both null.
  Statement(const Compute& compute, const Function& function, Memory& memory,
            std::vector<Coverage::Decision>* decisions, Coverage::Stored* stored)
      : code_(compile_statement(compute, function, memory)),
        offsets_(code_.accesses.size(), 0),
        iterators_(compute.loops.size(), 0),
        shared_(compute.loops.size()),
        active_(compute.loops.size() + 1, 1),
        depth_(static_cast<int>(compute.loops.size())) {
    for (const Loop& loop : compute.loops) {
      lower_.push_back(flatten_affine(*loop.lower, compute.loops.size()));
      upper_.push_back(flatten_affine(*loop.upper, compute.loops.size()));
    }
    for (const ExprPtr& guard : compute.guards) guards_.push_back(flatten_condition(*guard, compute.loops.size()));
    for (const AccessCode& access : code_.accesses) linear_ = linear_ && access.offset.is_linear();
    if (decisions) probes_.emplace(compute, code_, *decisions, *stored);
  }

  /// Enters a loop that is shared with others: its range, empty where the loops outside are out of range.
  Range enter(int depth) {
    shared_[depth] = active_[depth] != 0 ? range(depth) : Range{};
    return shared_[depth];
  }

  /// Iteration `i` of a shared loop begins.
  void advance(int depth, std::int64_t i) {
    iterators_[depth] = i;
    active_[depth + 1] = active_[depth] != 0 && shared_[depth].contains(i) ? 1 : 0;
  }

  /// The first iteration from `i` on that the shared loop has for this statement; the greatest number: none.
  std::int64_t next(int depth, std::int64_t i) const {
    const Range& own = shared_[depth];
    if (i >= own.end || own.first >= own.end) return std::numeric_limits<std::int64_t>::max();
    return std::max(i, own.first);
  }

  /// Runs all instances under the current iteration of the first `depth` loops.
  void run(int depth) {
    if (active_[depth] != 0) run_loops(depth);
  }

 private:
  Range range(int depth) const {
    return {lower_[depth].evaluate(iterators_.data()), upper_[depth].evaluate(iterators_.data())};
  }

  void run_loops(int depth) {
    if (depth == depth_) {
      run_instance();
      return;
    }
    Range loop = range(depth);
    if (depth + 1 == depth_ && linear_) {
      run_innermost(loop);
      return;
    }
    for (std::int64_t i = loop.first; i < loop.end; ++i) {
      iterators_[depth] = i;
      run_loops(depth + 1);
    }
  }

  void run_instance() {
    for (std::size_t n = 0; n < offsets_.size(); ++n)
      offsets_[n] = code_.accesses[n].offset.evaluate(iterators_.data());
    run_steps();
  }

  /// Offsets move by constant strides.
  void run_innermost(Range loop) {
    std::size_t innermost = iterators_.size() - 1;
    iterators_[innermost] = loop.first;
    for (std::size_t n = 0; n < offsets_.size(); ++n)
      offsets_[n] = code_.accesses[n].offset.evaluate(iterators_.data());
    for (std::int64_t i = loop.first; i < loop.end; ++i) {
      iterators_[innermost] = i;
      run_steps();
      for (std::size_t n = 0; n < offsets_.size(); ++n) offsets_[n] += code_.accesses[n].offset.coefficients[innermost];
    }
  }

  void run_steps() {
    for (std::size_t g = 0; g < guards_.size(); ++g) {
      const bool holds = guards_[g].holds(iterators_.data());
      if (probes_) probes_->note_guard(g, holds);
      if (!holds) return;
    }
    Frame frame{code_.registers.data(), code_.accesses.data(), offsets_.data(), iterators_.data()};
    for (const Step& step : code_.steps) step.run(step, frame);
    if (probes_) probes_->note_instance(code_.registers.data());
  }

  StatementCode code_;
  std::vector<std::int64_t> offsets_;  ///< one per access
  std::vector<std::int64_t> iterators_;
  std::vector<AffineForm> lower_, upper_;
  std::vector<AffineCondition> guards_;
  std::vector<Range> shared_;  ///< of the shared loops that are being walked
  std::vector<char> active_;   ///< active_[d]: the first d iterators are in range
  int depth_;
  bool linear_ = true;
  std::optional<Probes> probes_;
};

class Interpreter {
 public:
  Interpreter(const Function& function, Memory& memory, Coverage* coverage) {
    for (std::size_t c = 0; c < function.computes.size(); ++c)
      statements_.emplace_back(function.computes[c], function, memory, coverage ? &coverage->decisions[c] : nullptr,
                               coverage ? &coverage->stored[c] : nullptr);
  }

  void run(const ProgramNode& node) {
    if (node.computes.size() == 1) {
      statements_[node.computes[0]].run(node.depth);
    } else {
      run_shared(node);
    }
  }

 private:
  void run_shared(const ProgramNode& node) {
    Range all{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (int index : node.computes) {
      Range own = statements_[index].enter(node.depth);
      if (own.first >= own.end) continue;
      all = {std::min(all.first, own.first), std::max(all.end, own.end)};
    }
    for (std::int64_t i = all.first; i < all.end; i = next(node, i + 1)) {
      for (int index : node.computes) statements_[index].advance(node.depth, i);
      for (const ProgramNode& child : node.children) run(child);
    }
  }

  /// Ranges that lie far apart have nothing between them to walk through.
  std::int64_t next(const ProgramNode& node, std::int64_t i) const {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (int index : node.computes) first = std::min(first, statements_[index].next(node.depth, i));
    return first;
  }

  std::vector<Statement> statements_;
};

}  // namespace

void interpret(const Function& function, Memory& memory, Coverage* coverage) {
  Interpreter interpreter(function, memory, coverage);
  for (const ProgramNode& nest : program_tree(function)) interpreter.run(nest);
}

}  // namespace pom::dsl
