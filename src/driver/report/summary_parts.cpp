#include "driver/report/summary_parts.hpp"

#include <algorithm>
#include <numeric>

namespace pom::driver {

namespace {

/// A part and the number of its lines that are shown.
struct Shown {
  const SummaryPart* part;
  std::size_t lines;
  bool can_shrink() const { return lines > 1 && !part->brief.empty(); }
};

/// Takes one line away: of the longest list, else all of the part that is worth least. False: nothing can go.
bool shorten(std::vector<Shown>& shown) {
  const auto longest = std::max_element(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) {
    return (a.can_shrink() ? a.lines : 0) < (b.can_shrink() ? b.lines : 0);
  });
  if (longest != shown.end() && longest->can_shrink()) {
    // A line and "… and n more" say less than the one line for all.
    longest->lines = longest->lines > 3 ? longest->lines - 1 : 1;
    return true;
  }
  const auto worst = std::max_element(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) {
    return (a.lines > 0 ? a.part->worth : Worth::needed) < (b.lines > 0 ? b.part->worth : Worth::needed);
  });
  if (worst == shown.end() || worst->lines == 0 || worst->part->worth == Worth::needed) return false;
  worst->lines = 0;
  return true;
}

std::string text_of(const Shown& shown, const std::string& rest) {
  const std::vector<std::string>& lines = shown.part->lines;
  if (shown.lines == 1 && lines.size() > 1) return shown.part->brief + "\n";
  const bool cut = shown.lines < lines.size();
  std::string text;
  const std::size_t whole = cut && shown.lines > 0 ? shown.lines - 1 : shown.lines;
  for (std::size_t n = 0; n < whole; ++n) text += lines[n] + "\n";
  if (cut && shown.lines > 0)
    text +=
        "           … and " + std::to_string(lines.size() - whole) + " more" + (rest.empty() ? "" : ", " + rest) + "\n";
  return text;
}

}  // namespace

FittedSummary fit_summary(const std::vector<SummaryPart>& parts, std::size_t most, const std::string& rest) {
  std::vector<Shown> shown;
  for (const SummaryPart& part : parts) shown.push_back({&part, part.lines.size()});
  const auto count = [&] {
    return std::accumulate(shown.begin(), shown.end(), std::size_t{0},
                           [](std::size_t sum, const Shown& one) { return sum + one.lines; });
  };
  FittedSummary fitted;
  while (count() > most && shorten(shown)) fitted.complete = false;
  for (const Shown& one : shown) fitted.text += text_of(one, rest);
  return fitted;
}

}  // namespace pom::driver
