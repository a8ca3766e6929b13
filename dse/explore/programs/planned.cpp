#include "dse/explore/programs/planned.hpp"

#include <algorithm>

#include "polyhedral/primitives/loop_edit.hpp"

/// The program of a plan with buffers, and the way of directives between it and the program as written.
namespace pom::dse::explore {

Frame make_frame(const poly::Scop& scheduled, const dsl::Function& planned) {
  Frame frame;
  for (std::size_t c = scheduled.statements.size(); c < planned.computes.size(); ++c) {
    const dsl::Compute& copy = planned.computes[c];
    frame.copies.insert(copy.name);
    const auto has_words = [&](const dsl::Access& access) { return planned.arrays[access.array]->lanes > 1; };
    if (has_words(copy.store) || std::any_of(copy.loads.begin(), copy.loads.end(), has_words))
      frame.words.insert(copy.name);
  }
  for (const poly::BufferMark& mark : scheduled.hardware.buffers) {
    if (mark.statement < 0) continue;
    const poly::Statement& inside = scheduled.statements[mark.statement];
    const int level = poly::level_of(inside, LoopRef(var(mark.loop)));
    for (const poly::Statement& statement : scheduled.statements) {
      if (&statement != &inside && !share_loop(statement, inside, level)) continue;
      int& held = frame.loops[statement.name];
      held = std::max(held, level + 1);
    }
  }
  return frame;
}

Schedule list_overlaps(const poly::Scop& scheduled) {
  std::map<int, std::pair<int, Directive>> innermost;  // by nest: the level of a loop with buffers
  for (const poly::BufferMark& mark : scheduled.hardware.buffers) {
    if (mark.statement < 0) continue;
    const poly::Statement& inside = scheduled.statements[mark.statement];
    const LoopRef loop = var(mark.loop);
    const int level = poly::level_of(inside, loop);
    const auto [known, fresh] = innermost.try_emplace(inside.position.front(), -1, Directive{});
    if (known->second.first < level) known->second = {level, {DoubleBuffer{inside.name, loop}, {}}};
  }
  Schedule overlaps;
  for (auto& [nest, found] : innermost) overlaps.push_back(std::move(found.second));
  return overlaps;
}

Schedule say_of_buffers(const Schedule& plan, const Planned& planned) {
  std::map<std::string, const Directive*> bound;
  for (const Directive& directive : plan) {
    if (const auto* storage = std::get_if<BindStorage>(&directive.primitive)) bound[storage->array] = &directive;
  }
  Schedule said;
  for (const auto& [buffer, name] : planned.names) {
    auto own = bound.find(name);
    if (own == bound.end()) own = bound.find(planned.arrays.at(buffer));
    if (own == bound.end()) continue;
    said.push_back(*own->second);
    std::get<BindStorage>(said.back().primitive).array = buffer;
  }
  return said;
}

namespace {

/// A buffer may have more elements along a dimension than its argument, which has no more banks than elements.
void limit_to_argument(const dsl::Function& program, Partition& partition) {
  const int array = program.find_array(partition.array);
  if (array < 0) return;
  const std::vector<std::int64_t>& shape = program.arrays[array]->shape;
  for (std::size_t d = 0; d < std::min(shape.size(), partition.factors.size()); ++d)
    partition.factors[d] = std::min(partition.factors[d], shape[d]);
}

}  // namespace

Schedule say_of_arrays(const Schedule& found, const Planned& planned) {
  Schedule said;
  std::map<std::string, std::size_t> partitioned;
  for (Directive directive : found) {
    bool copies = false, merged = false;
    std::visit(
        [&]<class P>(P& p) {
          if constexpr (requires { p.compute; }) copies = planned.frame.is_copy(p.compute);
          if constexpr (requires { p.array; }) {
            constexpr bool of_memory =
                std::is_same_v<P, Partition> || std::is_same_v<P, Reshape> || std::is_same_v<P, BindStorage>;
            const std::map<std::string, std::string>& names = of_memory ? planned.names : planned.arrays;
            if (const auto name = names.find(p.array); name != names.end()) p.array = name->second;
          }
        },
        directive.primitive);
    if (auto* partition = std::get_if<Partition>(&directive.primitive)) {
      limit_to_argument(*planned.as_written.program, *partition);
      const auto [known, fresh] = partitioned.try_emplace(partition->array, said.size());
      merged = !fresh;
      if (merged) {
        std::vector<std::int64_t>& factors = std::get<Partition>(said[known->second].primitive).factors;
        for (std::size_t d = 0; d < factors.size(); ++d) factors[d] = std::max(factors[d], partition->factors[d]);
      }
    }
    if (!copies && !merged) said.push_back(std::move(directive));
  }
  return said;
}

}  // namespace pom::dse::explore
