#include "dse/dataflow/network.hpp"

#include <algorithm>

namespace pom::dse::dataflow {

void Sequence::append(Run run) {
  if (run.count <= 0) return;
  if (run.count == 1) run.step = 1;
  if (runs_.empty()) {
    runs_.push_back(run);
    return;
  }
  Run& back = runs_.back();
  const std::int64_t gap = run.first - back.last();
  if (back.count == 1) back.step = gap;
  if (gap != back.step) {
    runs_.push_back(run);
  } else if (run.count == 1 || run.step == gap) {
    back.count += run.count;
  } else {
    ++back.count;
    append({run.at(1), run.step, run.count - 1});
  }
}

std::int64_t Sequence::count() const {
  std::int64_t count = 0;
  for (const Run& run : runs_) count += run.count;
  return count;
}

std::vector<std::int64_t> Sequence::numbers() const {
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(count()));
  for (const Run& run : runs_) {
    for (std::int64_t n = 0; n < run.count; ++n) all.push_back(run.at(n));
  }
  return all;
}

std::string describe(const Network& network, const std::vector<Wait>& deadlock) {
  std::string text;
  for (const Wait& wait : deadlock) {
    text += (text.empty() ? "\"" : ", \"") + network.processes[wait.process].name + "\" waits for " +
            (wait.full ? "space in \"" : "a token of \"") + network.channels[wait.channel].name + "\"";
  }
  return text;
}

std::int64_t peak_occupancy(const Sequence& written, const Sequence& read) {
  const std::vector<std::int64_t> reads = read.numbers();
  std::int64_t peak = 0, come = 0;
  std::size_t gone = 0;
  for (const Run& run : written.runs()) {
    for (std::int64_t n = 0; n < run.count; ++n) {
      while (gone < reads.size() && reads[gone] < run.at(n)) ++gone;
      peak = std::max(peak, ++come - static_cast<std::int64_t>(gone));
    }
  }
  return peak;
}

}  // namespace pom::dse::dataflow
