#include "driver/board/check_options.hpp"

#include <map>

#include "driver/board/host_side.hpp"
#include "driver/board/off_chip.hpp"
#include "dse/devices/tables/uncertainty.hpp"
#include "support/classic_stream.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// Appends what is wrong with the confidence that is asked for.
void check_confidence(const CompileOptions& options, const Location& at, std::vector<Diagnostic>& wrong) {
  if (options.confidence != 0 && !dse::devices::is_confidence(options.confidence)) {
    ClassicStream text;
    text << "confidence: bounds are known for probabilities from 0.5 to 0.95 (0: no bounds), not "
         << options.confidence;
    wrong.push_back(make_error("bad-confidence", text.str(), at));
  }
}

/// Appends sizes of parameters that do not exist, or that their callers do not give.
void check_sizes(const dsl::Function& program, const CompileOptions& options, const Location& at,
                 std::vector<Diagnostic>& wrong) {
  std::map<std::string, dsl::ParameterRange> known;
  for (const int scalar : program.parameters()) known[program.scalars[scalar]->name] = *program.scalars[scalar]->range;
  for (const auto& [name, size] : options.sizes) {
    const auto range = known.find(name);
    if (range == known.end()) {
      wrong.push_back(
          make_error("bad-parameter", "sizes: \"" + program.name + "\" uses no parameter \"" + name + "\"", at));
    } else if (size < range->second.low || size > range->second.high) {
      wrong.push_back(make_error("bad-parameter",
                                 "sizes: parameter \"" + name + "\" lies in [" + std::to_string(range->second.low) +
                                     ", " + std::to_string(range->second.high) + "], which excludes " +
                                     std::to_string(size),
                                 at));
    }
  }
}

}  // namespace

ChosenTarget check_options(const dsl::Function& program, const CompileOptions& options, const Location& at,
                           std::vector<Diagnostic>& wrong) {
  ChosenTarget target = choose_target(options, at, wrong);
  check_confidence(options, at, wrong);
  check_sizes(program, options, at, wrong);
  place_off_chip(program, options, at, target, wrong);
  if (wrong.empty()) check_host_names(program, target, wrong);
  return target;
}

}  // namespace pom::driver
