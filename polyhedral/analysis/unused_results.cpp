#include "polyhedral/analysis/unused_results.hpp"

#include <algorithm>
#include <string>

#include "polyhedral/ir/isl_extras.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// isl's steps to find what later writes leave of one compute's results.
constexpr unsigned long overwritten_steps = 100'000;

/// The computes that write all elements again that `statement` writes, by name; none: they are not known to.
std::vector<std::string> find_later_writers(const Scop& scop, const Dependences& dependences, int statement) {
  const Statement& own = scop.statements[statement];
  const auto is_coarse = [&](const CoarseDependences& coarse) { return coarse.array == own.write.array; };
  if (own.write.may || std::any_of(dependences.coarse.begin(), dependences.coarse.end(), is_coarse)) return {};
  isl::set left = own.domain;
  std::vector<std::string> writers;
  const auto overwrite = [&] {
    for (const Dependence& dependence : dependences.direct) {
      const Statement& sink = scop.statements[dependence.sink];
      if (dependence.kind != DependenceKind::output || dependence.source != statement || sink.write.may) continue;
      left = left.subtract(dependence.relation.domain());
      if (dependence.sink != statement) writers.push_back("\"" + sink.name + "\"");
    }
  };
  const bool known = try_within(own.domain.ctx(), overwritten_steps, overwrite);
  return known && left.is_empty() ? writers : std::vector<std::string>();
}

/// Whether another compute reads what the statement computes (flow), or writes one of its elements again (output).
bool is_followed(const Dependences& dependences, DependenceKind kind, int statement) {
  return std::any_of(dependences.direct.begin(), dependences.direct.end(), [&](const Dependence& dependence) {
    return dependence.kind == kind && dependence.source == statement && dependence.sink != statement;
  });
}

Diagnostic describe_unused(const Scop& scop, const Dependences& dependences, int statement,
                           const std::vector<std::string>& later_writers) {
  const Statement& own = scop.statements[statement];
  const dsl::Array& array = *scop.program->arrays[own.write.array];
  const std::string what = (array.shape.empty() ? "scalar \"" : "array \"") + array.name + "\"";
  std::string reason = "no compute reads local " + what;
  if (is_followed(dependences, DependenceKind::flow, statement)) {
    reason = "no output comes from what reads " + what;
  } else if (!later_writers.empty()) {
    reason = join(later_writers, " and ") + (later_writers.size() == 1 ? " writes " : " write ") + what +
             " again before it is read";
  }
  Diagnostic found = make_error("unused-result", "nothing uses what \"" + own.name + "\" computes: " + reason,
                                compute_of(scop, own).at);
  found.severity = Severity::warning;
  return found;
}

/// The computes whose results reach an output, from those that are known to.
class Used {
 public:
  Used(const Dependences& dependences, std::size_t computes) : dependences_(dependences), used_(computes, false) {}

  bool has(int statement) const { return used_[static_cast<std::size_t>(statement)]; }
  bool none() const {
    return std::none_of(used_.begin(), used_.end(), [](bool one) { return one; });
  }

  /// Adds the compute, and those whose results it takes.
  void add(int statement) {
    std::vector<int> pending{statement};
    while (!pending.empty()) {
      const int reader = pending.back();
      pending.pop_back();
      if (has(reader)) continue;
      used_[static_cast<std::size_t>(reader)] = true;
      for (const Dependence& dependence : dependences_.direct) {
        if (dependence.kind == DependenceKind::flow && dependence.sink == reader) pending.push_back(dependence.source);
      }
    }
  }

 private:
  const Dependences& dependences_;
  std::vector<bool> used_;
};

}  // namespace

std::vector<Diagnostic> find_unused_results(const Scop& as_written, const Dependences& dependences) {
  const int count = static_cast<int>(as_written.statements.size());
  const auto writes_output = [&](int s) {
    const dsl::Array& array = *as_written.program->arrays[as_written.statements[s].write.array];
    return array.is_argument() || array.returned;
  };
  Used used(dependences, as_written.statements.size());
  for (int s = 0; s < count; ++s) {
    if (writes_output(s) && !is_followed(dependences, DependenceKind::output, s)) used.add(s);
  }
  // What others write over is mostly read by them: only where it is not, it takes isl to tell what they leave.
  std::vector<std::vector<std::string>> later_writers(as_written.statements.size());
  for (int s = 0; s < count; ++s) {
    if (!writes_output(s) || used.has(s)) continue;
    later_writers[s] = find_later_writers(as_written, dependences, s);
    if (later_writers[s].empty()) used.add(s);
  }
  if (used.none()) return {};  // nothing leaves the function: that is told of all of it
  std::vector<Diagnostic> found;
  for (int s = 0; s < count; ++s) {
    if (!used.has(s)) found.push_back(describe_unused(as_written, dependences, s, later_writers[s]));
  }
  return found;
}

}  // namespace pom::poly
