#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "bench/qor/description/point.hpp"

/// The vendor tool's own report of a design, csynth.xml, beside libpom's estimate of it.
namespace pom::dse::qor {

struct CsynthReport {
  std::string tool_version, part, top;
  double clock_ns = 0;
  Truth truth;
};

/// Otherwise what is wrong with the text. Numbers that the tool left open ("undef", "?") stay absent.
std::variant<CsynthReport, std::string> read_csynth(std::string_view text);

/// A table, or what is missing in the design's report.
struct Comparison {
  std::string table, reason;
};
/// `design`: libpom's report.json with `estimate{latency, ii, dsp, bram18, lut, ff, loops[{name, trip, ii, il}]}`;
/// `loops` may also stand beside `estimate`.
Comparison compare_with_report(const nlohmann::json& design, const CsynthReport&);

}  // namespace pom::dse::qor
