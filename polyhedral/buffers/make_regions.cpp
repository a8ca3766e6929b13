#include "polyhedral/buffers/make_regions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dsl/model/ports.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/note_of_mark.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

std::optional<int> level_in(const Scop& scop, const RegionMark& mark) {
  const Result<int> level = find_loop(scop.statements[mark.statement], LoopRef(var(mark.loop)), mark.at);
  return level ? std::optional(*level) : std::nullopt;
}

/// Both statements are in one loop at this level.
bool are_together(const Scop& scop, int a, int b, int level) {
  return a == b || share_loop(scop.statements[a], scop.statements[b], level);
}

/// "i0 = 1, j0 = 0"
std::string iteration_text(const Statement& statement, const std::vector<std::int64_t>& values, std::size_t first,
                           std::size_t count) {
  std::string text;
  for (std::size_t n = 0; n < count; ++n)
    text += (n ? ", " : "") + statement.loops[n].name + " = " + std::to_string(values[first + n]);
  return text;
}

/// The region of one loop.
class Region {
 public:
  Region(const Scop& scop, const RegionMark& mark, int level) : scop_(scop), mark_(mark), level_(level) {
    for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
      if (are_together(scop, mark.statement, s, level)) statements_.push_back(s);
    }
  }

  const std::vector<int>& statements() const { return statements_; }

  bool holds(const PlacedBuffer& buffer) const {
    return !buffer.accumulates && buffer.statement >= 0 && buffer.loops == level_ + 1 &&
           are_together(scop_, mark_.statement, buffer.statement, level_);
  }

  Diagnostic refuse(const std::string& reason) const {
    return make_error("bad-double-buffer",
                      "loop \"" + mark_.loop + "\" of \"" + scop_.statements[mark_.statement].name +
                          "\" has no double buffers: " + reason,
                      mark_.at);
  }

  /// What an iteration stores a later one does not load: that one's load may run before the store.
  Status check_overlap(const PlacedBuffer& buffer) const {
    if (buffer.load < 0 || buffer.store < 0) return std::nullopt;
    const isl::map stored = in_iterations(buffer.store, scop_.statements[buffer.store].write);
    const isl::map loaded = in_iterations(buffer.load, scop_.statements[buffer.load].reads.front());
    const auto position = static_cast<unsigned>(level_);
    isl::map later = keep_increasing(stored.apply_range(loaded.reverse()), position, position);
    for (unsigned outer = 0; outer < position; ++outer) later = keep_equal(later, outer, outer);
    const auto pair = first_point(later.wrap().flatten());
    if (!pair) return std::nullopt;
    return refuse_overlap(buffer, stored, loaded, *pair);
  }

  /// Processes of copies, and no work on the bus beside those.
  Status divide(RegionMark& mark, const std::vector<const PlacedBuffer*>& buffers) const {
    std::map<std::string, std::size_t> loads, stores;
    std::set<int> copies;
    for (const PlacedBuffer* buffer : buffers) {
      const auto add = [&](int statement, std::map<std::string, std::size_t>& known,
                           std::vector<std::vector<int>>& processes) {
        if (statement < 0) return;
        copies.insert(statement);
        const auto [process, fresh] = known.emplace(bus_of(scop_.program->find_array(buffer->array)), processes.size());
        if (fresh) processes.emplace_back();
        processes[process->second].push_back(statement);
      };
      add(buffer->load, loads, mark.loads);
      add(buffer->store, stores, mark.stores);
    }
    for (const int s : statements_) {
      if (copies.contains(s)) continue;
      const Statement& work = scop_.statements[s];
      for (const AccessRelation& read : work.reads) {
        if (loads.contains(bus_of(read.array))) return refuse_bundle(s, read.array, "read");
      }
      if (stores.contains(bus_of(work.write.array))) return refuse_bundle(s, work.write.array, "written");
    }
    return std::nullopt;
  }

 private:
  /// { [l0, …, li] -> A[…] }: what a copy accesses in an iteration of the loop.
  isl::map in_iterations(int statement, const AccessRelation& access) const {
    const Statement& copy = scop_.statements[statement];
    const isl::map loops =
        keep_first(copy.loop_map.intersect_domain(copy.domain), Side::range, static_cast<unsigned>(level_) + 1);
    return loops.reverse().apply_range(access.relation).intersect_params(scop_.parameters);
  }

  Diagnostic refuse_overlap(const PlacedBuffer& buffer, const isl::map& stored, const isl::map& loaded,
                            const std::vector<std::int64_t>& pair) const {
    const auto loops = static_cast<std::size_t>(level_) + 1;
    const auto elements = [&](const isl::map& accessed, std::size_t first) {
      const std::vector<std::int64_t> iteration(pair.begin() + static_cast<std::ptrdiff_t>(first),
                                                pair.begin() + static_cast<std::ptrdiff_t>(first + loops));
      return point_set(accessed.domain(), iteration).apply(accessed);
    };
    std::string element = buffer.array;
    const auto common = first_point(elements(stored, 0).intersect(elements(loaded, loops)));
    for (const std::int64_t index : common.value_or(std::vector<std::int64_t>{}))
      element += "[" + std::to_string(index) + "]";
    const Statement& inside = scop_.statements[mark_.statement];
    Diagnostic error = refuse(element + ", which iteration (" + iteration_text(inside, pair, 0, loops) +
                              ") stores, is loaded by iteration (" + iteration_text(inside, pair, loops, loops) +
                              "), which would run its load before");
    error.notes.push_back(note_of_mark("\"" + buffer.array + "\" gets its buffer", buffer.at));
    error.notes.push_back(
        {"a buffer of \"" + buffer.array + "\" at a loop around this one stays between iterations", {}});
    return error;
  }

  /// The bundle of an argument behind the bus; of all else a name of its own.
  std::string bus_of(int array) const {
    const std::string& name = scop_.program->arrays[array]->name;
    const PortMark* port = scop_.hardware.find_port(name);
    return port && port->mode == "m_axi" ? "bundle " + dsl::bundle_name(port->mode, port->bundle) : "array " + name;
  }

  Diagnostic refuse_bundle(int statement, int array, const char* how) const {
    const std::string& name = scop_.program->arrays[array]->name;
    Diagnostic error = refuse("\"" + scop_.statements[statement].name + "\" works on \"" + name +
                              "\", whose bundle is " + how + " by copies of this loop too, and by one process only");
    error.notes.push_back({"accessed here", scop_.program->computes[statement].at});
    error.notes.push_back({"another bundle for \"" + name + "\", or a buffer of it in this loop, helps", {}});
    return error;
  }

  const Scop& scop_;
  const RegionMark& mark_;
  const int level_;
  std::vector<int> statements_;
};

Status make_region(Scop& scop, std::size_t number, std::vector<PlacedBuffer>& buffers) {
  RegionMark mark = scop.hardware.regions[number];
  const Result<int> level = find_loop(scop.statements[mark.statement], LoopRef(var(mark.loop)), mark.at);
  if (!level) return level.errors().front();
  const Region region(scop, mark, *level);
  const int other = scop.statements[mark.statement].loops[static_cast<std::size_t>(*level)].region;
  if (other >= 0) {
    Diagnostic error = region.refuse("it has them already");
    error.notes.push_back(note_of_mark("asked for", scop.hardware.regions[static_cast<std::size_t>(other)].at));
    return error;
  }
  std::vector<const PlacedBuffer*> inside;
  for (PlacedBuffer& buffer : buffers) {
    if (!region.holds(buffer)) continue;
    if (Status refused = region.check_overlap(buffer)) return refused;
    buffer.halves = 2;
    mark.buffers.push_back(scop.program->find_array(buffer.buffer));
    if (!buffer.loaded.empty()) mark.buffers.push_back(scop.program->find_array(buffer.loaded));
    inside.push_back(&buffer);
  }
  if (inside.empty()) {
    Diagnostic error = region.refuse("no buffer is placed in its iterations");
    error.notes.push_back(
        {"A.buffer_at(" + scop.statements[mark.statement].name + ", " + mark.loop + ") places one of the argument A",
         {}});
    return error;
  }
  if (Status refused = region.divide(mark, inside)) return refused;
  for (const int s : region.statements())
    scop.statements[s].loops[static_cast<std::size_t>(*level)].region = static_cast<int>(number);
  scop.hardware.regions[number] = std::move(mark);
  return std::nullopt;
}

}  // namespace

bool is_in_region(const Scop& scop, const BufferMark& buffer) {
  if (buffer.accumulates || buffer.statement < 0) return false;
  const int level = level_of(scop.statements[buffer.statement], LoopRef(var(buffer.loop)));
  return std::any_of(scop.hardware.regions.begin(), scop.hardware.regions.end(), [&](const RegionMark& mark) {
    return level_in(scop, mark) == level && are_together(scop, mark.statement, buffer.statement, level);
  });
}

Status make_regions(Scop& placed, std::vector<PlacedBuffer>& buffers) {
  for (std::size_t n = 0; n < placed.hardware.regions.size(); ++n) {
    if (Status refused = make_region(placed, n, buffers)) return refused;
  }
  return std::nullopt;
}

}  // namespace pom::poly
