#include "polyhedral/streaming/window.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/model/index_operation.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "polyhedral/streaming/offset_indices.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using Vector = std::vector<std::int64_t>;

/// Of a bank, up to which lines lie in LUTs, as the tool's FIFOs do: of a block RAM less than a quarter.
constexpr std::int64_t most_lut_bits = 4096;

/// All of one array's dimensions become banks.
void cut_completely(HardwareMarks& hardware, int array, const Vector& extents, std::size_t dimensions,
                    const Location& at) {
  for (std::size_t d = 0; d < dimensions; ++d) {
    if (extents[d] > 1)
      hardware.partitions.push_back({array, static_cast<int>(d), PartitionKind::complete, extents[d], at});
  }
}

/// A memory of the function, whatever the array is whose elements it keeps: an argument, or a table.
void give_shape(dsl::Function& program, int array, const Vector& extents) {
  auto shaped = std::make_shared<dsl::Array>(*program.arrays[array]);
  shaped->shape = extents;
  shaped->extents.clear();
  shaped->contents = nullptr;
  shaped->local = true;
  shaped->lanes = shaped->ports = 1;
  program.arrays[array] = std::move(shaped);
}

}  // namespace

WindowBuilder::WindowBuilder(StreamedProgram& program, int process, const Statement& reader, const Reuse& reuse,
                             int array, const std::string& name)
    : program_(program), process_(process), reader_(reader), reuse_(reuse), array_(array) {
  const std::string& of = program.function.arrays[array]->name;
  for (int l = 0; l < reuse.loops; ++l) loops_.push_back({"t" + std::to_string(l), nullptr, nullptr, program.at()});
  for (std::size_t d = 0; d < reuse.least.size(); ++d)
    loops_.push_back({"d" + std::to_string(d), nullptr, nullptr, program.at()});
  window_ = program_.add_array(array, join_names({of, "window_of", name}));
  give_shape(program_.function, window_, reuse_.extents);
  cut_completely(program_.hardware, window_, reuse_.extents, reuse_.extents.size(), program_.at());
  for (const ReuseLevel& level : reuse_.levels) {
    if (!level.cells.empty()) add_lines(level, join_names({of, "lines_of", name}));
  }
}

void WindowBuilder::add_lines(const ReuseLevel& level, const std::string& name) {
  Lines lines{&level, program_.add_array(array_, name), {}, {}};
  const std::size_t dimensions = reuse_.least.size();
  Vector shape;
  for (unsigned d = 0; d < dimensions; ++d) {
    lines.least.push_back(*minimum(level.handed_on, d));
    lines.extents.push_back(*maximum(level.handed_on, d) - lines.least.back() + 1);
    if (lines.extents.back() > 1) shape.push_back(lines.extents.back());
  }
  const std::size_t banks = shape.size();
  for (const int loop : level.cells) {
    lines.least.push_back(*minimum(reuse_.iterations, static_cast<unsigned>(loop)));
    lines.extents.push_back(*maximum(reuse_.iterations, static_cast<unsigned>(loop)) - lines.least.back() + 1);
    shape.push_back(lines.extents.back());
  }
  give_shape(program_.function, lines.array, shape);
  cut_completely(program_.hardware, lines.array, shape, banks, program_.at());
  std::int64_t bits = program_.function.arrays[lines.array]->type.bits;
  for (std::size_t d = banks; d < shape.size(); ++d) bits *= shape[d];
  if (bits <= most_lut_bits)
    program_.hardware.storages.push_back({lines.array, "ram_s2p", "lutram", -1, program_.at()});
  lines_.push_back(std::move(lines));
}

std::int64_t WindowBuilder::kept() const {
  std::int64_t all = program_.function.arrays[window_]->elements();
  for (const Lines& lines : lines_) all += program_.function.arrays[lines.array]->elements();
  return all;
}

bool WindowBuilder::replace_reads(const std::vector<int>& statements) {
  std::vector<std::pair<int, dsl::Compute>> changed;
  for (const int s : statements) {
    dsl::Compute compute = program_.function.computes[s];
    const bool loads = std::any_of(compute.loads.begin(), compute.loads.end(),
                                   [&](const dsl::Access& load) { return load.array == array_; });
    if (!loads) continue;
    const OffsetIndices offsets(program_.scheduled(s), program_.function.computes[s], program_.function, reuse_);
    bool all = true;
    const auto load_offset = [&](dsl::ExprNode load) {
      const auto value = offsets.load_from(window_, load);
      all = all && value.has_value();
      return value ? *value : dsl::make_node(std::move(load));
    };
    Substitution substitute(unchanged_loops(compute), replace_loads(array_, load_offset));
    compute.value = substitute(compute.value);
    substitute.change(compute.store);
    if (!all) return false;
    update_loads(compute);
    changed.emplace_back(s, std::move(compute));
  }
  for (auto& [s, compute] : changed) program_.function.computes[s] = std::move(compute);
  return true;
}

/// { [l0, …, o0, …] }: of all iterations in which the window moves.
isl::set WindowBuilder::instances_of(const isl::set& offsets) const { return reuse_.moving.product(offsets).flatten(); }

/// The statements' loops from one on, each with a number added.
std::vector<ExprPtr> WindowBuilder::loops_at(std::size_t first, const Vector& added) const {
  std::vector<ExprPtr> indices = loop_indices(loops_, first, added.size());
  for (std::size_t n = 0; n < added.size(); ++n) indices[n] = plus(indices[n], added[n]);
  return indices;
}

Element WindowBuilder::in_window(const Vector& moved) const {
  Vector added = moved;
  for (std::size_t d = 0; d < added.size(); ++d) added[d] -= reuse_.least[d];
  return {window_, loops_at(static_cast<std::size_t>(reuse_.loops), added)};
}

Element WindowBuilder::in_lines(const Lines& lines, const Vector& moved) const {
  Element element{lines.array, {}};
  for (std::size_t d = 0; d < moved.size(); ++d) {
    if (lines.extents[d] == 1) continue;
    const ExprPtr offset = loop_indices(loops_, static_cast<std::size_t>(reuse_.loops) + d, 1).front();
    element.indices.push_back(plus(offset, moved[d] - lines.least[d]));
  }
  for (std::size_t n = 0; n < lines.level->cells.size(); ++n) {
    const ExprPtr loop = loop_indices(loops_, static_cast<std::size_t>(lines.level->cells[n]), 1).front();
    element.indices.push_back(plus(loop, -lines.least[moved.size() + n]));
  }
  return element;
}

/// One element for each iteration and offset, in the order of the offsets or against it.
void WindowBuilder::add(const std::string& name, const isl::set& offsets, const Element& to, const Element& from,
                        const isl::set& instances, bool backwards) {
  if (offsets.is_empty() || instances.is_empty()) return;
  std::vector<std::string> loops;
  for (const dsl::Loop& loop : loops_) loops.push_back(loop.name);
  Transfer transfer;
  transfer.compute = program_.add_copy(name, instances, loops, to, from);
  const auto outside = static_cast<std::size_t>(reuse_.loops);
  transfer.loops.assign(reader_.loops.begin(), reader_.loops.begin() + reuse_.loops);
  const bool pipelined = std::any_of(transfer.loops.begin(), transfer.loops.end(),
                                     [](const ScheduledLoop& loop) { return loop.pipeline.has_value(); });
  transfer.position = program_.position_before(process_, reader_, reuse_.loops);
  std::string order = listed("x", outside);
  for (std::size_t n = outside; n < loops_.size(); ++n) {
    ScheduledLoop loop;
    loop.name = loops_[n].name;
    loop.at = program_.at();
    if (!pipelined) loop.unroll = UnrollMark{0, program_.at()};
    transfer.loops.push_back(std::move(loop));
    transfer.position.push_back(0);
    order += (backwards ? ", -x" : ", x") + std::to_string(n);
  }
  transfer.loop_map = isl::map(instances.ctx(), "{ [" + listed("x", loops_.size()) + "] -> [" + order + "] }")
                          .intersect_domain(instances);
  program_.add(std::move(transfer));
}

void WindowBuilder::keep_lines() {
  for (const Lines& lines : lines_) {
    const isl::set& offsets = lines.level->handed_on;
    add(join_names({"keep", program_.function.arrays[lines.array]->name}), offsets, in_lines(lines, zeros()),
        in_window(zeros()), instances_of(offsets), false);
  }
}

void WindowBuilder::load_lines() {
  for (const Lines& lines : lines_) {
    const isl::set& offsets = lines.level->received;
    add(join_names({"load", program_.function.arrays[lines.array]->name}), offsets, in_window(zeros()),
        in_lines(lines, reuse_.steps[lines.level->loop]), instances_of(offsets), false);
  }
}

void WindowBuilder::move() {
  for (const ReuseLevel& level : reuse_.levels) {
    if (!level.cells.empty()) continue;
    const Vector& step = reuse_.steps[level.loop];
    const auto first = std::find_if(step.begin(), step.end(), [](std::int64_t s) { return s != 0; });
    // What moves on is read before something else takes its place.
    add(join_names({"move", program_.function.arrays[window_]->name}), level.received, in_window(zeros()),
        in_window(step), instances_of(level.received), *first < 0);
  }
}

void WindowBuilder::load_fresh(int from, const isl::set& elements) {
  const std::size_t loops = reuse_.steps.size(), dimensions = reuse_.least.size();
  Element element{from, {}};
  std::string of;
  for (std::size_t d = 0; d < dimensions; ++d) {
    ExprPtr index = loop_indices(loops_, loops + d, 1).front();
    of += (d ? ", o" : "o") + std::to_string(d);
    for (std::size_t l = 0; l < loops; ++l) {
      const std::int64_t step = reuse_.steps[l][d];
      if (step == 0) continue;
      ExprPtr loop = loop_indices(loops_, l, 1).front();
      if (step != 1) loop = dsl::index_operation(dsl::Op::mul, loop, step, program_.at());
      index = dsl::make_operation(dsl::Op::add, p_int32, {index, loop}, program_.at());
      of += " + " + std::to_string(step) + " * l" + std::to_string(l);
    }
    element.indices.push_back(std::move(index));
  }
  const isl::map element_of(elements.ctx(),
                            "{ [" + listed("l", loops) + ", " + listed("o", dimensions) + "] -> [" + of + "] }");
  const isl::set all = instances_of(reuse_.fresh), instances = all.intersect(elements.apply(element_of.reverse()));
  const std::string name = join_names({"load", program_.function.arrays[window_]->name});
  // Each stands in front of those before: the first element comes first, as a stream brings it.
  std::vector<isl::set> parts = parts_apart(reuse_.fresh, instances);
  std::reverse(parts.begin(), parts.end());
  for (const isl::set& part : parts)
    add(name, part, in_window(zeros()), element, instances.intersect(instances_of(part)), false);
}

/// Divided by the coordinates on which it depends whether an iteration has them: each is there or not, and no loop over
/// them has bounds that vary. `instances`: { [l0, …, o0, …] }
std::vector<isl::set> WindowBuilder::parts_apart(const isl::set& offsets, const isl::set& instances) const {
  const std::size_t loops = reuse_.steps.size(), dimensions = reuse_.least.size();
  const isl::set all = instances_of(offsets);
  std::vector<isl::set> parts{offsets};
  for (unsigned d = 0; d < dimensions; ++d) {
    std::vector<unsigned> others;
    for (unsigned n = 0; n < loops + dimensions; ++n) {
      if (n != loops + d) others.push_back(n);
    }
    if (instances.apply(equal_in(instances.space(), others)).intersect(all).is_subset(instances)) continue;
    std::vector<isl::set> divided;
    for (const isl::set& part : parts) {
      for (std::int64_t at = reuse_.least[d]; at < reuse_.least[d] + reuse_.extents[d]; ++at) {
        const isl::set one = bound_above(bound_below(part, d, at), d, at);
        if (!one.is_empty()) divided.push_back(one);
      }
    }
    parts = std::move(divided);
  }
  return parts;
}

}  // namespace pom::poly
