#include "polyhedral/loops/check_size.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "polyhedral/loops/check_marks.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

constexpr std::int64_t uncounted = 1'000'000'000'000;  // where counting ends

std::int64_t multiply(std::int64_t a, std::int64_t b) { return b != 0 && a > uncounted / b ? uncounted : a * b; }

/// Nodes of a value that become hardware; shared parts once.
void collect_operations(const dsl::ExprNode& node, std::set<const dsl::ExprNode*>& found) {
  const bool leaf = node.op == dsl::Op::integer || node.op == dsl::Op::real || node.op == dsl::Op::loop ||
                    node.op == dsl::Op::scalar || node.op == dsl::Op::cast;
  if (!leaf && !found.insert(&node).second) return;
  if (node.op == dsl::Op::load) return;  // its indices are no values
  for (const dsl::ExprPtr& operand : node.operands) collect_operations(*operand, found);
}

/// A loop whose iterations stand side by side, and the directive that says so.
struct Copies {
  std::string loop;
  std::int64_t count = 1;
  Location at;
};

std::string count_text(std::int64_t count) {
  return count >= uncounted ? "more than " + std::to_string(uncounted - 1) : std::to_string(count);
}

/// One statement's copies in one place of the design.
struct Built {
  int compute = -1;
  std::int64_t operations = 0, copies = 1;
  std::vector<Copies> loops;  ///< those around it that are copied
};

class SizeCounter {
 public:
  explicit SizeCounter(const LoopTree& tree) : program_(*tree.program) {}

  void walk(const LoopNode& node, const LoopNode* pipelined) {
    if (node.kind == LoopNode::Kind::instance) return add(node.compute);
    const std::size_t outside = loops_.size();
    if (node.kind == LoopNode::Kind::loop) {
      const std::int64_t trip = constant_trip_count(node).value_or(1);
      if (pipelined)
        loops_.push_back({node.name, trip, pipelined->pipeline->at});
      else if (node.unroll)
        loops_.push_back({node.name, node.unroll->factor == 0 ? trip : node.unroll->factor, node.unroll->at});
      if (node.pipeline) pipelined = &node;
    }
    for (const LoopNode& child : node.body) walk(child, pipelined);
    loops_.resize(outside);
  }

  std::vector<Diagnostic> judge() const {
    std::int64_t all = 0;
    for (const Built& built : built_) all = std::min(uncounted, all + built.operations);
    if (all <= most_operations) return {};
    const Built& largest = *std::max_element(
        built_.begin(), built_.end(), [](const Built& a, const Built& b) { return a.operations < b.operations; });
    if (largest.copies <= 1) return {};  // a program as large as that by itself
    return {describe(largest, all)};
  }

 private:
  void add(int compute) {
    Built built{compute, 0, 1, loops_};
    for (const Copies& loop : loops_) built.copies = multiply(built.copies, loop.count);
    std::int64_t& own = operations_[compute];
    if (own == 0) {
      std::set<const dsl::ExprNode*> found;
      collect_operations(*program_.computes[compute].value, found);
      own = static_cast<std::int64_t>(found.size()) + 1;  // the store
    }
    built.operations = multiply(built.copies, own);
    built_.push_back(std::move(built));
  }

  Diagnostic describe(const Built& built, std::int64_t all) const {
    const dsl::Compute& compute = program_.computes[built.compute];
    const Copies& worst = *std::max_element(built.loops.begin(), built.loops.end(),
                                            [](const Copies& a, const Copies& b) { return a.count < b.count; });
    std::string loops;
    for (const Copies& loop : built.loops) {
      if (loop.count > 1) loops += (loops.empty() ? "" : ", ") + loop.loop + " " + count_text(loop.count) + " times";
    }
    return make_error("design-too-large",
                      "\"" + compute.name + "\" would stand " + count_text(built.copies) +
                          " times in the design (copied by loops: " + loops + ")\nthe design would hold " +
                          count_text(all) + " operations, loads and stores; at most " +
                          std::to_string(most_operations) +
                          " are built: no device has room for more, and no tool ends\nunroll by a smaller factor, or "
                          "pipeline a loop further inside",
                      worst.at);
  }

  const dsl::Function& program_;
  std::vector<Copies> loops_;
  std::vector<Built> built_;
  std::map<int, std::int64_t> operations_;
};

std::vector<Diagnostic> check_banks(const LoopTree& tree) {
  std::vector<Diagnostic> errors;
  std::map<int, std::int64_t> banks;
  std::set<int> refused;
  for (const PartitionMark& mark : tree.hardware.partitions) {
    std::int64_t& count = banks.try_emplace(mark.array, 1).first->second;
    count = multiply(count, std::max<std::int64_t>(1, mark.factor));
    if (count <= most_banks || !refused.insert(mark.array).second) continue;
    errors.push_back(make_error("design-too-large",
                                "\"" + tree.program->arrays[mark.array]->name + "\" would be cut into " +
                                    count_text(count) + " banks; at most " + std::to_string(most_banks) +
                                    " are built\nno device has room for more: cut it into fewer, or leave it in one "
                                    "memory",
                                mark.at));
  }
  return errors;
}

}  // namespace

std::vector<Diagnostic> check_size(const LoopTree& tree) {
  SizeCounter counter(tree);
  for (const LoopNode& root : tree.roots) counter.walk(root, nullptr);
  std::vector<Diagnostic> errors = counter.judge();
  for (Diagnostic& error : check_banks(tree)) errors.push_back(std::move(error));
  return errors;
}

}  // namespace pom::poly
