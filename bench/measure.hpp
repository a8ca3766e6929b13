#pragma once
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include <pom/pom.hpp>

#include "table.hpp"

/// What the modes of the bench are told.
struct BenchOptions {
  std::string root = ".", json, only;  ///< only: tables or rows whose name contains it; empty: all
  std::string against;                 ///< the JSON of an earlier run of `search`
  Format format = Format::terminal;
  bool verify = true;       ///< execute the designs
  double confidence = 0.9;  ///< of the upper bounds that have to fit; 0: the estimates themselves

  /// Whether something of that name was asked for, also of a copy of these options.
  std::shared_ptr<bool> matched = std::make_shared<bool>(false);

  bool wants(const std::string& name) const {
    const bool wanted = only.empty() || name.find(only) != std::string::npos;
    *matched = *matched || wanted;
    return wanted;
  }
};

void print(const Table&, const BenchOptions&);

/// A report, or why there is none: one row that fails stops no other one.
struct Measured {
  pom::Report report;
  std::string failed;
  std::string code = "";  ///< of the error that was the reason, "no-design"
  bool ok() const { return failed.empty(); }
};

Measured attempt(const std::function<pom::Report()>& run);

using Build = std::function<pom::function()>;

/// auto_DSE of the program; nothing is written.
Measured explore(const Build&, pom::DseOptions, const BenchOptions&);
/// The program under its own schedule, estimated only.
Measured estimate(const Build&, pom::CompileOptions = {});

/// The first line of what went wrong.
std::string first_line(const std::string& text);
/// "[1,2,16] [1,8]": of the units that have copies.
std::string tiles_text(const pom::Exploration&);
/// The most copies that one unit has.
std::int64_t parallelism(const pom::Exploration&);
std::int64_t worst_interval(const pom::Estimate&);
/// Of the run with its stalls, which is what the hardware takes; the estimate's own where that is not known.
std::int64_t run_cycles(const pom::Estimate&);
/// Its upper bounds are within the device.
bool fits(const pom::Estimate&);
/// What a search found, as JSON; of one that failed, why.
nlohmann::ordered_json to_json(const Measured&);
/// Writes what was measured until now to the file that --json names, if it names one. Throws where that cannot be
/// written.
void keep(const nlohmann::ordered_json&, const BenchOptions&);
/// How many designs of what was measured have failed.
int count_failed(const nlohmann::ordered_json&);
double ratio(double slow, double fast);
