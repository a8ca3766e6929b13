#include "polyhedral/primitives/group_producers.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "polyhedral/ir/mark_process.hpp"

namespace pom::poly {

namespace {

/// Nests by their numbers, the ends included.
struct NestRange {
  int first = 0, last = 0;
};

/// Of each array that several nests write, those nests; ranges that have nests in common are one.
std::vector<NestRange> writers_by_array(const Scop& scop) {
  std::map<int, NestRange> by_array;
  for (const Statement& statement : scop.statements) {
    const int nest = statement.position.front();
    auto& [first, last] = by_array.try_emplace(statement.write.array, nest, nest).first->second;
    first = std::min(first, nest);
    last = std::max(last, nest);
  }
  std::vector<NestRange> ranges, joined;
  for (const auto& [array, range] : by_array) {
    if (range.first != range.last) ranges.push_back(range);
  }
  std::sort(ranges.begin(), ranges.end(), [](const NestRange& a, const NestRange& b) { return a.first < b.first; });
  for (const NestRange& range : ranges) {
    if (joined.empty() || range.first > joined.back().last) {
      joined.push_back(range);
    } else {
      joined.back().last = std::max(joined.back().last, range.last);
    }
  }
  return joined;
}

}  // namespace

void group_producers(Scop& scop) {
  for (const auto& [first, last] : writers_by_array(scop)) {
    ProcessMark mark{"", {}, *scop.hardware.dataflow};
    bool is_said = false;
    for (std::size_t s = 0; s < scop.statements.size(); ++s) {
      const int nest = scop.statements[s].position.front();
      if (nest < first || nest > last) continue;
      is_said = is_said || scop.statements[s].function || find_process(scop, nest);
      mark.statements.push_back(static_cast<int>(s));
    }
    if (is_said) continue;
    const auto runs_first = [&](int a, int b) { return scop.statements[a].position < scop.statements[b].position; };
    Statement& named = scop.statements[*std::min_element(mark.statements.begin(), mark.statements.end(), runs_first)];
    named.function = mark_process(scop, named.name, mark.at);
    mark.name = named.function->name;
    scop.hardware.processes.push_back(std::move(mark));
  }
}

}  // namespace pom::poly
