#pragma once
#include <string>
#include <vector>

namespace pom::driver {

/// Which parts a summary leaves out first, where it has no room: those further down.
enum class Worth { needed, speedup, search, memories, waiting, formula, channels, ports, tables, inputs, bus, outside };

/// Lines of one kind, without their ends.
struct SummaryPart {
  Worth worth = Worth::needed;
  std::vector<std::string> lines;
  std::string brief = {};  ///< one line in the place of all; empty: there are no fewer lines than these
};

struct FittedSummary {
  std::string text;
  bool complete = true;  ///< nothing was cut, and nothing left out
};

/// A text of at most `most` lines, as far as the needed parts leave it a choice: long lists are cut first, and say how
/// many lines they had; then parts are left out. `rest`: where a cut list says that the others are; may be empty.
FittedSummary fit_summary(const std::vector<SummaryPart>&, std::size_t most, const std::string& rest);

}  // namespace pom::driver
