#include "walk.hpp"

#include <algorithm>
#include <set>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::test {

namespace {

/// The time of the iteration: what is inside of a pipelined loop has one.
Vector iteration_time(const poly::Statement& statement, const Touch& touch) {
  std::size_t columns = touch.time.size() - 1;
  for (std::size_t level = 0; level < statement.loops.size(); ++level) {
    if (!statement.loops[level].pipeline) continue;
    columns = 2 * (level + 1);
    break;
  }
  return {touch.time.begin(), touch.time.begin() + static_cast<std::ptrdiff_t>(columns)};
}

WalkedRange lasting(const std::map<Vector, Vector>& first, const std::map<Vector, Vector>& last) {
  WalkedRange range;
  for (const auto& [element, time] : first) {
    if (time != last.at(element)) range.times[element] = {time, last.at(element)};
  }
  return range;
}

/// What the accesses to one element have shown so far.
struct Walk {
  int writer = -1;  ///< the nest that wrote it last
  Vector write;
};

Vector cell_of(const poly::Storage& storage, const isl::map& cells, const Vector& element) {
  const isl::set point = poly::point_set(cells.domain(), element);
  return storage.rows.empty() ? Vector{} : *poly::first_point(point.apply(cells));
}

std::string show(const Vector& vector) {
  std::string text;
  for (const std::int64_t value : vector) text += (text.empty() ? "[" : ", ") + std::to_string(value);
  return text + "]";
}

}  // namespace

std::int64_t WalkedRange::most_alive() const {
  std::map<Vector, std::int64_t> changes;
  for (const auto& [element, both] : times) ++changes[both.first], --changes[both.second];
  std::int64_t alive = 0, most = 0;
  for (const auto& [time, change] : changes) most = std::max(most, alive += change);
  return most;
}

WalkedChannel walk_channel(const poly::Scop& scop, int array, int producer, int consumer) {
  WalkedChannel channel;
  std::map<Vector, Walk> walks;
  std::map<Vector, Vector> first_access, last_access, last_read;
  for (const Touch& touch : touches_in_order(scop, array)) {
    const poly::Statement& statement = scop.statements[touch.statement];
    const int nest = statement.position.front();
    const Vector time = iteration_time(statement, touch);
    Walk& walk = walks[touch.element];
    const bool own_read = !touch.writes && nest == producer && walk.writer == producer;
    if (nest == producer && (touch.writes || own_read)) {
      const auto [place, is_first] = first_access.emplace(touch.element, time);
      last_access[touch.element] = is_first ? time : std::max(last_access[touch.element], time);
    }
    if (nest == consumer && !touch.writes && walk.writer == producer) {
      channel.need.emplace(touch.element, time);
      channel.push[touch.element] = walk.write;
      last_read[touch.element] = time;
    }
    if (touch.writes) walk = {nest, time};
  }
  for (const auto& [element, time] : channel.push) channel.tokens.push_back(element);
  std::stable_sort(channel.tokens.begin(), channel.tokens.end(),
                   [&](const Vector& a, const Vector& b) { return channel.push[a] < channel.push[b]; });
  std::map<Vector, Vector> first_of_tokens, last_of_tokens, leave;
  for (const Vector& x : channel.tokens) {
    Vector pop = channel.need[x], latest = channel.push[x];
    for (const Vector& y : channel.tokens) {
      if (channel.push[y] >= channel.push[x]) pop = std::min(pop, channel.need[y]);
      if (channel.need[y] < channel.need[x]) latest = std::max(latest, channel.push[y]);
    }
    channel.pop[x] = pop;
    leave[x] = latest;
    first_of_tokens[x] = first_access[x];
    last_of_tokens[x] = last_access[x];
  }
  channel.in_producer = lasting(first_of_tokens, last_of_tokens);
  channel.in_consumer = lasting(channel.pop, last_read);
  channel.in_converter = lasting(channel.push, leave);
  channel.behind_converter = lasting(channel.need, last_read);
  return channel;
}

std::string run_with_poison(const WalkedRange& range, const poly::Storage& storage) {
  std::set<Vector> times;
  std::map<Vector, std::vector<Vector>> begin, end;
  for (const auto& [element, both] : range.times) {
    begin[both.first].push_back(element);
    end[both.second].push_back(element);
    times.insert({both.first, both.second});
  }
  const isl::map cells = poly::keep_first(storage.cells(), poly::Side::domain,
                                          poly::dimension_count(storage.coordinates, poly::Side::domain));
  std::map<Vector, Vector> buffer;  // cell → element; a cell that is not there holds poison
  std::set<Vector> used;
  for (const Vector& time : times) {
    for (const Vector& element : end[time]) {
      const auto found = buffer.find(cell_of(storage, cells, element));
      if (found == buffer.end() || found->second != element) return "lost " + show(element) + " before " + show(time);
      buffer.erase(found);
    }
    for (const Vector& element : begin[time]) {
      const Vector cell = cell_of(storage, cells, element);
      used.insert(cell);
      if (!buffer.emplace(cell, element).second) return "no cell for " + show(element) + " at " + show(time);
    }
  }
  if (static_cast<std::int64_t>(used.size()) > storage.size) return "more cells than it says";
  for (const Vector& cell : used) {
    for (std::size_t d = 0; d < cell.size(); ++d) {
      if (cell[d] < 0 || cell[d] >= storage.rows[d].modulus) return "a cell outside of the buffer";
    }
  }
  return "";
}

std::string check_storage(const poly::Storage& storage, const WalkedRange& walked) {
  const std::int64_t most = walked.most_alive();
  if ((storage.size == 0) != walked.times.empty()) return "one of the two is empty";
  if (storage.size < most) return "smaller than what is alive";
  if (storage.bound.count > most) return "the bound is too high: " + std::to_string(storage.bound.count);
  if (storage.bound.exact && storage.bound.count != most) return "the bound is not exact";
  return walked.times.empty() ? "" : run_with_poison(walked, storage);
}

}  // namespace pom::test
